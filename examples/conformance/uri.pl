#!/usr/bin/env perl
# Answers for each line of standard input whether Perl's URI takes it as a URL without changing it.
#
# URI escapes the characters that no URL may have instead of refusing them, so a text counts as
# accepted if it comes back as it was. The arguments are the schemes to accept. Without arguments,
# every scheme is accepted. With --parts, answers have the parts of the URL.

use strict;
use warnings;
use URI;

my $has_parts = grep { $_ eq '--parts' } @ARGV;
my @schemes = grep { $_ ne '--parts' } @ARGV;

# Writes a part as an answer has it. The text of a URL that comes back is ASCII, or else the part is unknown.
sub part {
    my ($name, $text) = @_;
    return " $name=" unless defined $text;
    return '' if $text =~ /[^ -~]/;
    return " $name=\"" . $text =~ s/(["\\])/\\$1/gr . '"';
}

$| = 1;
while (my $text = <STDIN>) {
    chomp $text;
    my $uri = eval { URI->new($text) };
    my $scheme = $uri && $uri->scheme;
    my $is_url = defined $scheme && $uri->as_string eq $text;
    $is_url &&= grep { $_ eq lc $scheme } @schemes if @schemes;
    my $parts = '';
    if ($is_url && $has_parts) {
        $parts = part('scheme', $scheme);
        if ($uri->can('host')) {
            # That of a file URL has no user.
            my $user = $uri->can('userinfo') && $uri->userinfo;
            $user =~ s/:.*//s if defined $user;
            $parts .= part('user', $user) . part('host', $uri->host);
        }
    }
    print $is_url ? "accept$parts\n" : "reject\n";
}
