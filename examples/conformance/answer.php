<?php
// What the programs around PHP's parsers share: a line in, an answer out.

/**
 * Answers `accept` or `reject` for each line of standard input.
 *
 * `$is_valid` says whether the parser accepts a text. The scheme is what parse_url finds. The
 * arguments of the program are the schemes to accept. Without arguments, every scheme is accepted. With
 * `--parts`, answers have the parts that parse_url finds.
 */
function answer(callable $is_valid): void
{
    $arguments = array_slice($_SERVER['argv'], 1);
    $has_parts = in_array('--parts', $arguments, true);
    $schemes = array_values(array_diff($arguments, ['--parts']));
    // A line ends with LF. All other octets, including CR, belong to the text.
    while (($line = fgets(STDIN)) !== false) {
        $text = str_ends_with($line, "\n") ? substr($line, 0, -1) : $line;
        $scheme = $is_valid($text) ? parse_url($text, PHP_URL_SCHEME) : null;
        $is_url = is_string($scheme) && (!$schemes || in_array(strtolower($scheme), $schemes, true));
        $parts = $is_url && $has_parts ? parts($text) : '';
        fwrite(STDOUT, $is_url ? "accept$parts\n" : "reject\n");
    }
}

/** Returns the parts as an answer has them. One that is no UTF-8 is unknown. */
function parts(string $text): string
{
    $url = parse_url($text);
    $line = '';
    foreach (['scheme', 'user', 'host'] as $name) {
        $part = $url[$name] ?? null;
        if ($name === 'host' && $part !== null) {
            // An IPv6 address is in brackets.
            $part = preg_replace('/^\[|\]$/', '', $part);
        }
        $json = $part === null ? '' : json_encode($part);
        $line .= $json === false ? '' : " $name=$json";
    }
    return $line;
}
