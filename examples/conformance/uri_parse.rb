# Answers for each line of standard input whether Ruby's URI.parse, a parser of RFC 3986, accepts it.
#
# The arguments are the schemes to accept. Without arguments, every scheme is accepted. With --parts, answers
# have the parts of the URL.

require "json"
require "uri"

HAS_PARTS = ARGV.include?("--parts")
SCHEMES = ARGV - ["--parts"]

def parts_of(uri)
  parts = { "scheme" => uri.scheme, "user" => uri.user, "host" => uri.hostname }
  parts.map { |name, text| " #{name}=#{text.nil? ? "" : text.to_json}" }.join
end

def answer_to(text)
  uri = URI.parse(text)
  scheme = uri.scheme
  is_url = !scheme.nil? && (SCHEMES.empty? || SCHEMES.include?(scheme.downcase))
  is_url ? "accept#{parts_of(uri) if HAS_PARTS}" : "reject"
rescue URI::Error
  "reject"
end

$stdout.sync = true
$stdin.set_encoding(Encoding::UTF_8)
# A line ends with LF. All other octets, including CR, belong to the text.
while (line = $stdin.gets("\n"))
  puts answer_to(line.delete_suffix("\n"))
end
