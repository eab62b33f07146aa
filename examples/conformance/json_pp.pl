#!/usr/bin/perl
# Answers `accept` if JSON::PP takes a text. It is a part of Perl.

use strict;
use warnings;
use JSON::PP;

binmode STDIN;
$| = 1;
my $json = JSON::PP->new->utf8->allow_nonref;
while (my $text = <STDIN>) {
    $text =~ s/\n\z//;
    print eval { $json->decode($text); 1 } ? "accept\n" : "reject\n";
}
