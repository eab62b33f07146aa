#!/usr/bin/env perl
# Says of each line of standard input whether Perl's HTTP::Tiny takes it for a URL.
#
# Arguments are the schemes to take; without them, all are.

use strict;
use warnings;
use HTTP::Tiny;

while (my $text = <STDIN>) {
    chomp $text;
    # What a request does with its URL first. It dies where that is none.
    my ($scheme) = eval { HTTP::Tiny->_split_url($text) };
    my $is_url = defined $scheme && (!@ARGV || grep { $_ eq $scheme } @ARGV);
    print $is_url ? "accept\n" : "reject\n";
}
