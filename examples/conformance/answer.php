<?php
// What the programs around PHP's parsers share: a line in, an answer out.

/**
 * Answers `accept` or `reject` for each line of standard input.
 *
 * `$is_valid` says whether the parser accepts a text. The scheme is what parse_url finds. The
 * arguments of the program are the schemes to accept. Without arguments, every scheme is accepted.
 */
function answer(callable $is_valid): void
{
    $schemes = array_slice($_SERVER['argv'], 1);
    // A line ends with LF. All other octets, including CR, belong to the text.
    while (($line = fgets(STDIN)) !== false) {
        $text = str_ends_with($line, "\n") ? substr($line, 0, -1) : $line;
        $scheme = $is_valid($text) ? parse_url($text, PHP_URL_SCHEME) : null;
        $is_url = is_string($scheme) && (!$schemes || in_array(strtolower($scheme), $schemes, true));
        fwrite(STDOUT, $is_url ? "accept\n" : "reject\n");
    }
}
