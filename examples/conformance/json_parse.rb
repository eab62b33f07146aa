# Answers `accept` if `JSON.parse` of Ruby takes a text.

require "json"

$stdin.binmode
$stdout.sync = true
while (line = $stdin.gets("\n"))
  text = line.chomp("\n").force_encoding("UTF-8")
  is_json =
    begin
      raise JSON::ParserError unless text.valid_encoding?
      JSON.parse(text)
      true
    rescue JSON::ParserError
      false
    end
  puts is_json ? "accept" : "reject"
end
