<?php
// The function filter_var of PHP with FILTER_VALIDATE_URL, which allows ASCII only.

require __DIR__ . '/answer.php';

answer(fn (string $text): bool => filter_var($text, FILTER_VALIDATE_URL) !== false);
