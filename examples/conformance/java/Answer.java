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
        /** Returns the scheme of the text, or null without one, or throws if the text is rejected. */
        String schemeOf(String text) throws Exception;
    }

    /**
     * Answers {@code accept} or {@code reject} for each line of standard input.
     *
     * <p>Without schemes, every scheme is accepted.
     */
    static void answer(List<String> schemes, Parser parser) throws IOException {
        InputStream in = new BufferedInputStream(System.in);
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        // A line ends with LF. All other octets, including CR, belong to the text.
        int octet;
        do {
            octet = in.read();
            if (octet != '\n' && octet != -1) {
                line.write(octet);
            } else if (octet == '\n' || line.size() > 0) {
                System.out.println(isUrl(line.toByteArray(), schemes, parser) ? "accept" : "reject");
                System.out.flush();
                line.reset();
            }
        } while (octet != -1);
    }

    private static boolean isUrl(byte[] octets, List<String> schemes, Parser parser) {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(octets);
            String text = StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
            String scheme = parser.schemeOf(text);
            return scheme != null
                    && (schemes.isEmpty() || schemes.contains(scheme.toLowerCase(Locale.ROOT)));
        } catch (Exception rejected) {
            return false;
        }
    }

    private Answer() {}
}
