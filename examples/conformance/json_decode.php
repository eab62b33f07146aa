<?php
// Answers `accept` if `json_decode` takes a text.

while (($line = fgets(STDIN)) !== false) {
    json_decode(preg_replace('/\n\z/', '', $line));
    echo json_last_error() === JSON_ERROR_NONE ? "accept\n" : "reject\n";
    flush();
}
