//! Where the components of a URL are, heard from the productions that derive it.
//!
//! Invariant: nothing is allocated. What is heard are productions that occur at most once in
//! a URL, so there is room for all of them; what repeats is found by its delimiter.

use std::cell::RefCell;
use std::ops::Range;

use crate::engine::{Characters, Listener, Listening, RuleSet};
use crate::rules::{Rule, derive};

/// More than any URL of the grammar has: ftp, gopher and other URLs have seven.
const ROOM: usize = 8;

/// The productions that components are made from.
const HEARD: RuleSet = RuleSet::of(&[
    Rule::Ftpurl,
    Rule::Httpurl,
    Rule::Gopherurl,
    Rule::Mailtourl,
    Rule::Newsurl,
    Rule::Nntpurl,
    Rule::Telneturl,
    Rule::Waisurl,
    Rule::Fileurl,
    Rule::Prosperourl,
    Rule::Otherurl,
    Rule::IpSchemepart,
    Rule::User,
    Rule::Password,
    Rule::Hostname,
    Rule::Hostnumber,
    Rule::Port,
    Rule::Urlpath,
    Rule::Fpath,
    Rule::Ftptype,
    Rule::Hpath,
    Rule::Search,
    Rule::Gtype,
    Rule::Selector,
    Rule::GopherString,
    Rule::Encoded822addr,
    Rule::Group,
    Rule::Article,
    Rule::Database,
    Rule::Wtype,
    Rule::Wpath,
    Rule::Ppath,
]);

/// The productions that were heard, in the order of the text, with what they derive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts {
    places: [(Rule, usize, usize); ROOM],
    count: usize,
}

impl Parts {
    /// Those of a text that is a URL.
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        let hearing = Hearing(RefCell::new(Heard {
            parts: Self {
                places: [(Rule::Url, 0, 0); ROOM],
                count: 0,
            },
            marks: [0; ROOM],
        }));
        let (rest, _) = derive::<_, ()>(Rule::Url, Listening::new(text, &hearing)).ok()?;
        let (end, mark) = (rest.place(), rest.mark());
        let mut heard = hearing.0.into_inner();
        heard.go_back(mark);
        (end == text.len()).then_some(heard.parts)
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Rule, Range<usize>)> {
        let places = self.places[..self.count].iter();
        places.map(|&(rule, start, end)| (rule, start..end))
    }

    /// What the production derives.
    pub(super) fn find(&self, rule: Rule) -> Option<Range<usize>> {
        let mut found = self.iter().filter(|(heard, _)| *heard == rule);
        found.next().map(|(_, span)| span)
    }
}

/// Hears where the productions are, as the builder of a tree does.
struct Hearing(RefCell<Heard>);

struct Heard {
    parts: Parts,
    /// The mark of each part, in ascending order.
    marks: [usize; ROOM],
}

impl Heard {
    /// Forgets what was heard from the mark on.
    fn go_back(&mut self, mark: usize) {
        while self.parts.count > 0 && self.marks[self.parts.count - 1] >= mark {
            self.parts.count -= 1;
        }
    }
}

impl Listener for Hearing {
    const CHARACTERS: Characters = Characters::None;
    const RULES: RuleSet = HEARD;

    const HEARS_TRIALS: bool = false;

    #[inline]
    fn opened(&self, mark: usize, rule: Rule, start: usize, _trial: bool) {
        let heard = &mut *self.0.borrow_mut();
        heard.go_back(mark);
        let count = heard.parts.count;
        if count < ROOM {
            heard.parts.places[count] = (rule, start, start);
            heard.marks[count] = mark;
            heard.parts.count += 1;
        }
    }

    #[inline]
    fn closed(&self, mark: usize, end: usize, _after: usize) {
        let heard = &mut *self.0.borrow_mut();
        let marks = heard.marks[..heard.parts.count].iter();
        if let Some(index) = marks.into_iter().rposition(|&other| other == mark) {
            heard.parts.places[index].2 = end;
        }
    }
}
