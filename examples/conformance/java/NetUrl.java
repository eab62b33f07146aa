import java.io.IOException;
import java.net.URL;
import java.util.List;

/** The class java.net.URL, which checks little but the scheme and the port. */
final class NetUrl {
    public static void main(String[] schemes) throws IOException {
        Answer.answer(List.of(schemes), text -> {
            URL url = new URL(text);
            String host = url.getHost().isEmpty() ? null : url.getHost();
            return new Answer.Url(url.getProtocol(), url.getUserInfo(), host);
        });
    }
}
