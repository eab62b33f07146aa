#!/usr/bin/env perl
# Answers for each line of standard input whether Perl's URI takes it as a URL without changing it.
#
# URI escapes the characters that no URL may have instead of refusing them, so a text counts as
# accepted if it comes back as it was. The arguments are the schemes to accept. Without arguments,
# every scheme is accepted.

use strict;
use warnings;
use URI;

$| = 1;
while (my $text = <STDIN>) {
    chomp $text;
    my $uri = eval { URI->new($text) };
    my $scheme = $uri && $uri->scheme;
    my $is_url = defined $scheme && $uri->as_string eq $text;
    $is_url &&= grep { $_ eq lc $scheme } @ARGV if @ARGV;
    print $is_url ? "accept\n" : "reject\n";
}
