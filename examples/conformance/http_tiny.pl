#!/usr/bin/env perl
# Answers for each line of standard input whether Perl's HTTP::Tiny accepts it as a URL.
#
# The arguments are the schemes to accept. Without arguments, every scheme is accepted.

use strict;
use warnings;
use HTTP::Tiny;

while (my $text = <STDIN>) {
    chomp $text;
    # A request calls this function first. It dies if the text is not a URL.
    my ($scheme) = eval { HTTP::Tiny->_split_url($text) };
    my $is_url = defined $scheme && (!@ARGV || grep { $_ eq $scheme } @ARGV);
    print $is_url ? "accept\n" : "reject\n";
}
