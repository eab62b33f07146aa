// Answers for each line of standard input whether Parse of Go's net/url accepts it.
//
// The arguments are the schemes to accept. Without arguments, every scheme is accepted. With --parts, answers
// have the parts of the URL.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"unicode/utf8"
)

func isURL(parsed *url.URL, schemes []string) bool {
	if parsed.Scheme == "" {
		return false
	}
	for _, scheme := range schemes {
		if scheme == parsed.Scheme {
			return true
		}
	}
	return len(schemes) == 0
}

// part writes a part as an answer has it. One that is no UTF-8 is unknown.
func part(name string, text string) string {
	quoted, err := json.Marshal(text)
	if err != nil || !utf8.ValidString(text) {
		return ""
	}
	return " " + name + "=" + string(quoted)
}

func parts(parsed *url.URL) string {
	written := part("scheme", parsed.Scheme)
	if parsed.User == nil {
		written += " user="
	} else {
		written += part("user", parsed.User.Username())
	}
	if parsed.Host == "" {
		return written + " host="
	}
	return written + part("host", parsed.Hostname())
}

func main() {
	// A line ends with LF. All other octets, including CR, belong to the text.
	in := bufio.NewReader(os.Stdin)
	hasParts := false
	schemes := []string{}
	for _, argument := range os.Args[1:] {
		if argument == "--parts" {
			hasParts = true
		} else {
			schemes = append(schemes, argument)
		}
	}
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			answer := "reject"
			parsed, err := url.Parse(strings.TrimSuffix(line, "\n"))
			if err == nil && isURL(parsed, schemes) {
				answer = "accept"
				if hasParts {
					answer += parts(parsed)
				}
			}
			fmt.Println(answer)
		}
		if err != nil {
			return
		}
	}
}
