// Answers for each line of standard input whether Parse of Go's net/url accepts it.
//
// The arguments are the schemes to accept. Without arguments, every scheme is accepted.
package main

import (
	"bufio"
	"fmt"
	"net/url"
	"os"
	"strings"
)

func isURL(text string, schemes []string) bool {
	parsed, err := url.Parse(text)
	if err != nil || parsed.Scheme == "" {
		return false
	}
	for _, scheme := range schemes {
		if scheme == parsed.Scheme {
			return true
		}
	}
	return len(schemes) == 0
}

func main() {
	// A line ends with LF. All other octets, including CR, belong to the text.
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			answer := "reject"
			if isURL(strings.TrimSuffix(line, "\n"), os.Args[1:]) {
				answer = "accept"
			}
			fmt.Println(answer)
		}
		if err != nil {
			return
		}
	}
}
