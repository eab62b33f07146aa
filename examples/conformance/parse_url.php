<?php
// The function parse_url of PHP, which splits a URL and rejects only what it cannot split.

require __DIR__ . '/answer.php';

answer(fn (string $text): bool => parse_url($text) !== false);
