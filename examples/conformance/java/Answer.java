import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** What the programs around Java's parsers share: a line in, an answer out. */
final class Answer {
    /** A parser. */
    interface Parser {
        /** Returns the URL, or throws if the text is rejected. */
        Url parse(String text) throws Exception;
    }

    /** What a parser reads. The scheme, the user and the host are null if the URL does not have them. */
    record Url(String scheme, String user, String host) {}

    /**
     * Answers {@code accept} or {@code reject} for each line of standard input.
     *
     * <p>The arguments are the schemes to accept. Without schemes, every scheme is accepted. With
     * {@code --parts}, answers have the parts of the URL.
     */
    static void answer(List<String> arguments, Parser parser) throws IOException {
        boolean hasParts = arguments.contains("--parts");
        List<String> schemes = arguments.stream().filter(it -> !it.equals("--parts")).toList();
        InputStream in = new BufferedInputStream(System.in);
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        // A line ends with LF. All other octets, including CR, belong to the text.
        int octet;
        do {
            octet = in.read();
            if (octet != '\n' && octet != -1) {
                line.write(octet);
            } else if (octet == '\n' || line.size() > 0) {
                Url url = parsed(line.toByteArray(), schemes, parser);
                String parts = url != null && hasParts ? written(url) : "";
                System.out.println(url == null ? "reject" : "accept" + parts);
                System.out.flush();
                line.reset();
            }
        } while (octet != -1);
    }

    /** Returns the URL, or null if the text is rejected. */
    private static Url parsed(byte[] octets, List<String> schemes, Parser parser) {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(octets);
            String text = StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
            Url url = parser.parse(text);
            boolean isUrl = url.scheme() != null
                    && (schemes.isEmpty()
                            || schemes.contains(url.scheme().toLowerCase(Locale.ROOT)));
            return isUrl ? url : null;
        } catch (Exception rejected) {
            return null;
        }
    }

    private static String written(Url url) {
        String user = url.user() == null ? null : url.user().split(":", 2)[0];
        // An IPv6 address is in brackets.
        String host = url.host() == null ? null : url.host().replaceAll("^\\[|\\]$", "");
        return part("scheme", url.scheme()) + part("user", user) + part("host", host);
    }

    /** Returns a part as an answer has it, with the escapes of JSON. */
    private static String part(String name, String text) {
        if (text == null) {
            return " " + name + "=";
        }
        StringBuilder line = new StringBuilder(" " + name + "=\"");
        for (char unit : text.toCharArray()) {
            if (unit < ' ' || unit > '~' || unit == '"' || unit == '\\') {
                line.append(String.format("\\u%04x", (int) unit));
            } else {
                line.append(unit);
            }
        }
        return line.append('"').toString();
    }

    private Answer() {}
}
