import java.io.IOException;
import java.net.URI;
import java.util.List;

/** The class java.net.URI, which follows RFC 2396. */
final class NetUri {
    public static void main(String[] schemes) throws IOException {
        Answer.answer(List.of(schemes), text -> {
            URI uri = new URI(text);
            return new Answer.Url(uri.getScheme(), uri.getRawUserInfo(), uri.getHost());
        });
    }
}
