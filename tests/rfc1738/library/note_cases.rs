//! Wrong texts, the ids of their notes, and the texts that the fixes of each note lead to.

use std::sync::LazyLock;

use rfc1738::Rule;

/// A production, a text that it does not derive, and its notes with their fixes.
pub(crate) type Case = (Rule, &'static str, Vec<(&'static str, Vec<&'static str>)>);

pub(crate) static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let case = |line: &'static str| {
        let (rule, rest) = line.split_once(' ').expect("a production and a text");
        let mut parts = rest.split(" → ");
        let text = parts.next().expect("a text");
        let notes = parts.map(|note| {
            let mut words = note.split(' ');
            (words.next().expect("an id"), words.collect())
        });
        (rule.parse().expect("a production"), text, notes.collect())
    };
    TABLE.lines().map(case).collect()
});

/// A line is a production, a space, the text, and for each note its id and the texts of its fixes.
const TABLE: &str = "\
url www.w3.org → scheme-missing http://www.w3.org
url /etc/motd → scheme-missing file:///etc/motd
url http//h/ → scheme-missing http://h/
url http;//h/ → scheme-missing http://h/
url http ://h/ → scheme-missing http://h/
url http → scheme-missing
url a_b:c → scheme-missing
url :a → scheme-missing
url é: → scheme-missing
url //x.org/a → scheme-missing http://x.org/a
url www.x.org/a#b → scheme-missing http://www.x.org/a
url ftp.x.org/a b → scheme-missing ftp://ftp.x.org/a%20b
url me@x.org → scheme-missing mailto:me@x.org
url (http://h/a) → scheme-missing http://h/a
url file///a → scheme-missing file:///a
url http: → double-slash
url http:h → double-slash http://h
url http:\\\\h\\a → double-slash http://h/a
url http:://h → double-slash http://h
url http://https://h/ → doubled-scheme https://h/
url ftp:a/b → double-slash ftp://a/b
url file:a → file-form
url file:/a → file-form file:///a
url FILE: → file-form FILE:///
url fpt:a b → space fpt:a%20b → near-scheme
url mailto-:a b → space mailto-:a%20b → near-scheme mailto:a%20b
url x-new:a b → space x-new:a%20b
ftpurl fttp://h/ → ftp-form → near-scheme ftp://h/
ftpurl ftp//h/ → ftp-form ftp://h/
waisdoc wias://h/a/b/c → wais-form → near-scheme wais://h/a/b/c
url <http://h/a> → wrapper http://h/a
url <URL:http://h/a b> → wrapper http://h/ab http://h/a%20b
url < URL:news:* > → wrapper news:*
url url:http://h_/a b → wrapper
url <URL:http://h_/a b> → wrapper
url “http://h/a” → quotation-marks http://h/a
url 'http://h/a', → quotation-marks http://h/a
url http://h/a  → white-space http://h/a
url http://h / → white-space http://h/
url http://h:8 0/ → white-space http://h:80/
url http://h/a b c%zz → space http://h/a%20b%20c%25zz
url http://h/a b?c?d → space → http-form
url http://h/a\\b → unsafe-character http://h/a/b http://h/a%5Cb
url http://h/a> → delimiter http://h/a http://h/a%3E
url http://h/a\". → delimiter http://h/a http://h/a%22.
url http://h/{a}|b → unsafe-character http://h/%7Ba%7D%7Cb
url http://h#a → fragment http://h
url http://h> → delimiter http://h
url http://h~ → host-label
url ftp://h#x → fragment ftp://h
url telnet://h/~ → telnet-form telnet://h/
url http://h/%4 → unfinished-escape http://h/%254
url http://h/%zz% → unfinished-escape http://h/%25zz%25
url gopher://h/0a%0 → unfinished-escape gopher://h/0a%250
url news:%zz → unfinished-escape → news-form
url http:// → host-missing
url http://:80/ → host-missing
url ftp:// → host-missing
url ftp:///a → host-missing
url ftp://me@ → host-missing
url http://a-/ → host-label
url http://a..b/ → host-label http://a.b/
url http://a_b/ → host-label
url http://a%41/ → host-label http://aA/
url http://bücher/ → not-us-ascii http://xn--bcher-kva/
url http://h;a → http-form http://h/;a
url http://3com/ → rightmost-label
url http://1.2.3.4.5/ → rightmost-label
url http://h:a/ → port-digits
url http://h:80:90/ → port-digits
hostport h: → empty-port h
hostport a_b → host-label
hostname 1.2.3.4 → rightmost-label
hostnumber 1.2.3 → ip-address
url ftp://[fe80::1%25eth0]:21/ → ipv6-address
url https://me@[::ffff:1.2.3.4]/ → ipv6-address
url http://[::1 → ipv6-address
url http://[::g]/ → ip-address
url http://hé/ → not-us-ascii http://xn--h-bga/
url http://hé/ \t → not-us-ascii http://xn--h-bga/
url http://h/~  → unsafe-character http://h/%7E
hostnumber 1.2.3..4 → ip-address 1.2.3.4
domainlabel a- → host-label
domainlabel  → host-label
toplabel 1a → rightmost-label
port 8o → port-digits
port  → port-digits
host a. → host-label a
login me@a:b@c → login-reserved me%40a:b@c
user a:b → login-reserved a%3Ab
password a/b → login-reserved a%2Fb
url ftp://a_b/ → host-label
url ftp://h:21a/ → port-digits
url ftp://1.2.3.4;type=a → ftp-form ftp://1.2.3.4/;type=a
url ftp://me:a/b@h/ → login-reserved ftp://me:a%2Fb@h/
url ftp://me:a:b@h/ → login-reserved ftp://me:a%3Ab@h/
url ftp://me~x@h/ → unsafe-character ftp://me%7Ex@h/
url ftp://h?a → ftp-form ftp://h/?a
url telnet://h:x → port-digits
url telnet://a_b → host-label
url telnet://h?x → telnet-form
url telnet://h// → telnet-form telnet://h/
url http://me:pw@h/a → http-user http://h/a
url file://me@h/a → file-user file://h/a
url ftp://h/a;b;c → ftp-reserved ftp://h/a%3Bb%3Bc
url ftp://h/a;typ=a → ftp-type ftp://h/a;type=a ftp://h/a%3Btyp=a
url ftp://h/a;b;type=i → ftp-reserved ftp://h/a%3Bb;type=i
url ftp://h/a;type=ASCII → ftp-typecode ftp://h/a;type=a
url ftp://h/a;type=a/b → ftp-typecode ftp://h/a;type=a
fsegment a/b → ftp-reserved a%2Fb
ftptype image → ftp-typecode i
url file://h → file-form file://h/
url file://C:\\x y → file-path file:///C:/x%20y
url file:///C|/a b → file-path file:///C:/a%20b
url \\\\server\\share\\a → file-path file://server/share/a
url file:///a;b;c → file-reserved file:///a%3Bb%3Bc
url http://h/?a/b?c → http-reserved http://h/?a%2Fb%3Fc
hsegment a?b → http-reserved a%3Fb
url gopher://h/1a b → space gopher://h/1a%20b
url gopher://h/1a\tb → control-character gopher://h/1a%09b gopher://h/1ab
url mailto:<me@x.org> → mailto-brackets mailto:me@x.org
url mailto:a b → space mailto:a%20b
url news: → news-form
url news:a b → news-form
url news:a b@h → space news:a%20b@h
url news:a@ → host-missing
url news:a@b_c → host-label
url news:a@b@c → news-form news:a%40b@c
url news:a@b/ → news-form news:a@b
url news:*x → news-form
url news:comp.x/ → news-form news:comp.x
url news://h → news-host
article <a@b> → news-brackets a@b
article a → news-form
grouppart o% → unfinished-escape → news-form
group 3b → news-form
url nntp://h → nntp-form
url nntp://h/3b → nntp-form
url nntp://h/g/x → nntp-number
url nntp://h/g/1/ → nntp-number nntp://h/g/1
url nntp://h/g/a@b → nntp-number news:a@b
url nntp://h/g x/1 → white-space nntp://h/gx/1
digits  → decimal-number
url wais://h → wais-form wais://h/
url wais://h?a → wais-form
url wais://h/db?a?b → wais-reserved wais://h/db?a%3Fb
url wais://h/db/T/a/b → wais-reserved wais://h/db/T/a%2Fb
url wais://h/d;b → wais-reserved wais://h/d%3Bb
database a;b → wais-reserved a%3Bb
url prospero://h/n;a=b=c → prospero-reserved prospero://h/n;a=b%3Dc
url prospero://h/n;a/b=c → prospero-field prospero://h/n%3Ba/b=c
url prospero://h/n;a;b=c → prospero-field prospero://h/n;a=;b=c prospero://h/n%3Ba;b=c
fieldspec a=b → prospero-field
escape %4 → unfinished-escape
lowalpha A → one-character
hex g → one-character
uchar ab → one-character
";
