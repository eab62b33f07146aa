#!/usr/bin/env perl
# Answers for each line of standard input whether Mojo::URL takes it as a URL without changing it.
#
# Mojo::URL rejects no text and escapes what it does not allow, so a text counts as accepted if it
# comes back as it was, except for upper and lower case: Mojo::URL writes schemes in lower case. The
# arguments are the schemes to accept. Without arguments, every scheme is accepted.

use strict;
use warnings;
use Mojo::URL;

$| = 1;
while (my $text = <STDIN>) {
    chomp $text;
    my $url = eval { Mojo::URL->new($text) };
    my $scheme = $url && $url->protocol;
    # to_string leaves out the user name and the password.
    my $is_url = $scheme && eval { lc $url->to_unsafe_string eq lc $text };
    $is_url &&= grep { $_ eq $scheme } @ARGV if @ARGV;
    print $is_url ? "accept\n" : "reject\n";
}
