//! Round trips of arbitrary octets through every builder.

use rfc1738::url::{Component, News, Url, Wais};
use rfc1738::{Builder, OwnedUrl};

/// Numbers by the generator `SplitMix64`, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        let bound = u64::try_from(bound).expect("a small bound");
        usize::try_from(mixed % bound).expect("smaller than the bound")
    }

    /// Returns an octet. Every second one is a delimiter of some component.
    fn octet(&mut self) -> u8 {
        const DELIMITERS: &[u8] = b";/?:@=&%#09 \t\r\n*.";
        if self.below(2) == 0 {
            return DELIMITERS[self.below(DELIMITERS.len())];
        }
        u8::try_from(self.below(256)).expect("an octet")
    }

    fn octets(&mut self) -> Vec<u8> {
        (0..self.below(9)).map(|_| self.octet()).collect()
    }

    fn some_octets(&mut self) -> Vec<u8> {
        [vec![self.octet()], self.octets()].concat()
    }

    fn octets_without_tab(&mut self) -> Vec<u8> {
        let octets = self.octets().into_iter();
        octets.filter(|&octet| octet != b'\t').collect()
    }

    fn octets_of_a_selector(&mut self) -> Vec<u8> {
        let octets = self.octets().into_iter();
        octets.filter(|octet| !b"\t\n\r".contains(octet)).collect()
    }

    fn perhaps<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(3) > 0).then(|| make(self))
    }

    fn list<T>(&mut self, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(4)).map(|_| make(self)).collect()
    }
}

/// Sets the components that are present.
fn with<'g, T>(
    builder: Builder,
    given: Option<&'g T>,
    give: impl FnOnce(Builder, &'g T) -> Builder,
) -> Builder {
    match given {
        Some(given) => give(builder, given),
        None => builder,
    }
}

fn built(builder: &Builder) -> OwnedUrl {
    let url = builder
        .build()
        .unwrap_or_else(|error| panic!("{error}: {builder:?}"));
    // The printed URL parses back.
    let again: OwnedUrl = url.to_string().parse().unwrap();
    // No octet is encoded without need: the normal form adds at most the slash after the host.
    let normalized = again.normalized();
    assert!(normalized == again || normalized == format!("{again}/"));
    again
}

fn decoded(component: Option<Component<'_>>) -> Option<Vec<u8>> {
    component.map(|component| component.decoded().into_owned())
}

fn all_decoded<'t>(components: impl Iterator<Item = Component<'t>>) -> Vec<Vec<u8>> {
    components
        .map(|component| component.decoded().into_owned())
        .collect()
}

/// Returns the parts between slashes.
fn path_decoded(path: Option<Component<'_>>) -> Vec<Vec<u8>> {
    let segments = path.into_iter().flat_map(|path| path.raw().split('/'));
    segments
        .map(|segment| rfc1738::decode(segment).unwrap().into_owned())
        .collect()
}

const ROUNDS: u64 = 600;

#[test]
fn ftp_urls_hold_any_octets_they_are_given() {
    for seed in 0..ROUNDS {
        let mut numbers = Numbers(seed);
        let user = numbers.perhaps(Numbers::octets);
        let password = user.as_ref().and_then(|_| numbers.perhaps(Numbers::octets));
        let segments = numbers.list(Numbers::octets);
        let mut builder = Builder::new("ftp").host("host.dom");
        builder = with(builder, user.as_ref(), Builder::user);
        builder = with(builder, password.as_ref(), Builder::password);
        builder = segments.iter().fold(builder, Builder::segment);
        let url = built(&builder);
        let Url::Ftp(url) = url.as_url() else {
            panic!("{url}")
        };
        assert_eq!(decoded(url.user()), user, "{url}");
        assert_eq!(decoded(url.password()), password, "{url}");
        assert_eq!(all_decoded(url.segments()), segments, "{url}");
        assert_eq!((url.host().raw(), url.ftptype()), ("host.dom", None));
    }
}

#[test]
fn http_urls_hold_any_octets_they_are_given() {
    for seed in 0..ROUNDS {
        let mut numbers = Numbers(seed);
        let segments = numbers.list(Numbers::octets);
        let search = numbers.perhaps(Numbers::octets);
        let builder = segments
            .iter()
            .fold(Builder::new("http").host("h"), Builder::segment);
        let url = built(&with(builder, search.as_ref(), Builder::search));
        let Url::Http(url) = url.as_url() else {
            panic!("{url}")
        };
        let path = path_decoded(url.path());
        // A search needs a slash before it.
        let is_supplied = segments.is_empty() && search.is_some();
        assert_eq!(
            path,
            if is_supplied { vec![vec![]] } else { segments },
            "{url}"
        );
        assert_eq!(decoded(url.search()), search, "{url}");
    }
}

#[test]
fn gopher_urls_hold_any_octets_they_are_given() {
    for seed in 0..ROUNDS {
        let mut numbers = Numbers(seed);
        let gtype = [numbers.octet()];
        let selector = numbers.perhaps(Numbers::octets_of_a_selector);
        let search = numbers.perhaps(Numbers::octets_without_tab);
        let string = numbers.perhaps(Numbers::octets);
        let mut builder = Builder::new("gopher").host("h").gtype(gtype);
        builder = with(builder, selector.as_ref(), Builder::selector);
        builder = with(builder, search.as_ref(), Builder::search);
        builder = with(builder, string.as_ref(), Builder::gopher_string);
        let url = built(&builder);
        let Url::Gopher(url) = url.as_url() else {
            panic!("{url}")
        };
        assert_eq!(decoded(url.gtype()), Some(gtype.to_vec()), "{url}");
        assert_eq!(
            decoded(url.selector()),
            Some(selector.unwrap_or_default()),
            "{url}"
        );
        let search = search.or(string.as_ref().map(|_| Vec::new()));
        assert_eq!(decoded(url.search()), search, "{url}");
        assert_eq!(decoded(url.gopher_string()), string, "{url}");
    }
}

#[test]
fn mailto_urls_hold_any_octets_they_are_given() {
    for seed in 0..ROUNDS {
        let address = Numbers(seed).some_octets();
        let url = built(&Builder::new("mailto").address(&address));
        let Url::Mailto(url) = url.as_url() else {
            panic!("{url}")
        };
        assert_eq!(url.address().decoded(), address, "{url}");
    }
}

#[test]
fn news_urls_hold_any_octets_they_are_given() {
    for seed in 0..ROUNDS {
        let article = [&Numbers(seed).some_octets()[..], b"@host.dom"].concat();
        let url = built(&Builder::new("news").article(&article));
        let Url::News(url) = url.as_url() else {
            panic!("{url}")
        };
        assert!(matches!(url.news(), News::Article(_)), "{url}");
        assert_eq!(url.news().component().decoded(), article, "{url}");
    }
}

#[test]
fn telnet_urls_hold_any_octets_they_are_given() {
    for seed in 0..ROUNDS {
        let mut numbers = Numbers(seed);
        let (user, password) = (numbers.octets(), numbers.octets());
        let builder = Builder::new("telnet").host("1.2.3.4").port(2323);
        let url = built(&builder.user(&user).password(&password));
        let Url::Telnet(url) = url.as_url() else {
            panic!("{url}")
        };
        assert_eq!(decoded(url.user()), Some(user), "{url}");
        assert_eq!(decoded(url.password()), Some(password), "{url}");
        assert_eq!(url.port_or_default(), Some(2323));
    }
}

#[test]
fn wais_urls_hold_any_octets_they_are_given() {
    for seed in 0..ROUNDS {
        let mut numbers = Numbers(seed);
        let parts = [numbers.octets(), numbers.octets(), numbers.octets()];
        let builder = Builder::new("wais").host("h").database(&parts[0]);
        let search = built(&builder.clone().search(&parts[1]));
        let document = built(&builder.clone().wtype(&parts[1]).wpath(&parts[2]));
        for (url, count) in [(built(&builder), 1), (search, 2), (document, 3)] {
            let Url::Wais(url) = url.as_url() else {
                panic!("{url}")
            };
            let found = match url.wais() {
                Wais::Database { database } => vec![database],
                Wais::Search { database, search } => vec![database, search],
                Wais::Document {
                    database,
                    wtype,
                    wpath,
                } => vec![database, wtype, wpath],
            };
            assert_eq!(all_decoded(found.into_iter()), parts[..count], "{url}");
        }
    }
}

#[test]
fn file_urls_hold_any_octets_they_are_given() {
    for seed in 0..ROUNDS {
        let mut numbers = Numbers(seed);
        let segments = [vec![numbers.octets()], numbers.list(Numbers::octets)].concat();
        let url = built(&segments.iter().fold(Builder::new("file"), Builder::segment));
        let Url::File(url) = url.as_url() else {
            panic!("{url}")
        };
        assert_eq!(all_decoded(url.segments()), segments, "{url}");
        assert_eq!(url.host(), None);
    }
}

#[test]
fn prospero_urls_hold_any_octets_they_are_given() {
    for seed in 0..ROUNDS {
        let mut numbers = Numbers(seed);
        let hsoname = numbers.octets();
        let fields = numbers.list(|numbers| (numbers.octets(), numbers.octets()));
        let builder = Builder::new("prospero").host("h").hsoname(&hsoname);
        let give =
            |builder: Builder, (name, value): &(Vec<u8>, Vec<u8>)| builder.field(name, value);
        let url = built(&fields.iter().fold(builder, give));
        let Url::Prospero(url) = url.as_url() else {
            panic!("{url}")
        };
        assert_eq!(url.hsoname().decoded(), hsoname, "{url}");
        let pair = |octets: Component<'_>| octets.decoded().into_owned();
        let found: Vec<_> = url
            .fields()
            .map(|field| (pair(field.name), pair(field.value)))
            .collect();
        assert_eq!(found, fields, "{url}");
    }
}

#[test]
fn urls_of_other_schemes_hold_any_octets_they_are_given() {
    for seed in 0..ROUNDS {
        let mut numbers = Numbers(seed);
        let (user, password) = (numbers.octets(), numbers.octets());
        let segments = numbers.list(Numbers::octets);
        let builder = Builder::new("x-new")
            .user(&user)
            .password(&password)
            .host("h")
            .port(0);
        let search = numbers.perhaps(Numbers::octets);
        let builder = segments.iter().fold(builder, Builder::segment);
        let url = built(&with(builder, search.as_ref(), Builder::search));
        let Url::Other(url) = url.as_url() else {
            panic!("{url}")
        };
        assert_eq!(decoded(url.user()), Some(user), "{url}");
        assert_eq!(decoded(url.password()), Some(password), "{url}");
        // A search needs a slash before it.
        let is_supplied = segments.is_empty() && search.is_some();
        let path = all_decoded(url.segments());
        assert_eq!(
            path,
            if is_supplied { vec![vec![]] } else { segments },
            "{url}"
        );
        assert_eq!(decoded(url.search()), search, "{url}");
        let schemepart = numbers.octets();
        let url = built(&Builder::new("x-new").schemepart(&schemepart));
        let Url::Other(url) = url.as_url() else {
            panic!("{url}")
        };
        assert_eq!(url.schemepart().decoded(), schemepart, "{url}");
    }
}

#[test]
fn long_components_are_built_like_short_ones() {
    let octets: Vec<u8> = (0..=255)
        .cycle()
        .filter(|octet| !b"\t\n\r".contains(octet))
        .take(20_000)
        .collect();
    let many = vec![&octets[..20]; 1_000];
    let ftp = many.iter().fold(
        Builder::new("ftp").host("h").user(&octets),
        Builder::segment,
    );
    let url = built(&ftp);
    let Url::Ftp(url) = url.as_url() else {
        panic!()
    };
    assert_eq!(decoded(url.user()), Some(octets.clone()));
    assert!(all_decoded(url.segments()) == many);
    let url = built(
        &Builder::new("gopher")
            .host("h")
            .gtype("0")
            .selector(&octets)
            .search(&octets),
    );
    let Url::Gopher(url) = url.as_url() else {
        panic!()
    };
    assert_eq!(
        (decoded(url.selector()), decoded(url.search())),
        (Some(octets.clone()), Some(octets))
    );
}
