# Answers for each line of standard input whether Ruby's URI.parse, a parser of RFC 3986, accepts it.
#
# The arguments are the schemes to accept. Without arguments, every scheme is accepted.

require "uri"

def url?(text)
  scheme = URI.parse(text).scheme
  !scheme.nil? && (ARGV.empty? || ARGV.include?(scheme.downcase))
rescue URI::Error
  false
end

$stdout.sync = true
$stdin.set_encoding(Encoding::UTF_8)
# A line ends with LF. All other octets, including CR, belong to the text.
while (line = $stdin.gets("\n"))
  puts url?(line.delete_suffix("\n")) ? "accept" : "reject"
end
