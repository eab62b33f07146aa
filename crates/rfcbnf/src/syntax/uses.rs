//! Which productions use which, and which derive single characters.

use std::collections::{HashMap, HashSet};

use super::{Case, Expression, Grammar, Kind, Production};

impl Grammar {
    /// Returns the productions that no production uses, in file order.
    #[must_use]
    pub fn unused(&self) -> Vec<&Production> {
        let bodies = self.productions.iter().map(|production| &production.body);
        let used: HashSet<&str> = bodies.flat_map(Expression::references).collect();
        let productions = self.productions.iter();
        productions
            .filter(|production| !used.contains(production.name.as_str()))
            .collect()
    }

    /// Returns the grammar of these productions and those that they use, in file order. The source
    /// and the headings stay.
    ///
    /// ```
    /// let grammar = rfcbnf::read("number = 1*digit\nletter = \"a\"\ndigit = \"0\" | \"1\"\n")?;
    /// let part = grammar.part(["number"]);
    /// let names = part.productions.iter().map(|production| &*production.name);
    /// assert_eq!(names.collect::<Vec<_>>(), ["number", "digit"]);
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn part<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Self {
        let reachable = self.reachable_from(names);
        let productions = self.productions.iter();
        let productions = productions.filter(|one| reachable.contains(one.name.as_str()));
        self.with_productions(productions.cloned().collect())
    }

    /// Returns the grammar with other productions, whose spans are those of its source.
    pub(crate) fn with_productions(&self, productions: Vec<Production>) -> Self {
        Self {
            productions,
            source: self.source.clone(),
            document: self.document.clone(),
            imported: self.imported.clone(),
            unused_imports: self.unused_imports.clone(),
            headings: self.headings.clone(),
            ..*self
        }
    }

    /// Returns the part of the grammar that productions use in either case, with all letters in
    /// either case.
    pub(crate) fn used_in_any_case(&self) -> Self {
        let mut used = Vec::new();
        for production in &self.productions {
            production.body.walk(&mut |part| {
                if let Kind::Reference {
                    name,
                    case: Case::Ignored,
                    ..
                } = &part.kind
                {
                    used.push(name.as_str());
                }
            });
        }
        self.part_in_any_case(used)
    }

    /// Returns the same part, with all letters in either case.
    pub(crate) fn part_in_any_case<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut part = self.part(names);
        for production in &mut part.productions {
            production.body.ignore_case();
        }
        part
    }

    /// Returns the start of the grammar: among the productions that no production uses, the first
    /// that leads to the most others. `None` if every production is used.
    ///
    /// ```
    /// let grammar = rfcbnf::read("digit = \"0\" | \"1\"\nnumber = 1*digit\nletter = \"a\"\n")?;
    /// assert_eq!(grammar.start().unwrap().name, "number");
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn start(&self) -> Option<&Production> {
        let by_name = self.by_name();
        let unused = self.unused().into_iter().rev();
        unused.max_by_key(|production| reachable(&by_name, [production.name.as_str()]).len())
    }

    /// Returns the productions by their names.
    fn by_name(&self) -> HashMap<&str, &Production> {
        let productions = self.productions.iter();
        productions
            .map(|production| (production.name.as_str(), production))
            .collect()
    }

    /// Returns the productions, each after those that it uses. A recursive production
    /// comes after as many of them as possible.
    #[must_use]
    pub fn users_last(&self) -> Vec<&Production> {
        let order = self.users_last_by_index().into_iter();
        order.map(|index| &self.productions[index]).collect()
    }

    /// Returns [`Self::users_last`] as indices into the productions. The order is that in which
    /// a depth-first search along the references leaves the productions.
    pub(crate) fn users_last_by_index(&self) -> Vec<usize> {
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        for (index, production) in self.productions.iter().enumerate() {
            by_name.entry(&production.name).or_insert(index);
        }
        let mut is_seen = vec![false; self.productions.len()];
        let mut order = Vec::new();
        for start in 0..self.productions.len() {
            let mut open = vec![(start, false)];
            while let Some((index, is_complete)) = open.pop() {
                if is_complete {
                    order.push(index);
                } else if !std::mem::replace(&mut is_seen[index], true) {
                    open.push((index, true));
                    let used = self.productions[index].body.references().into_iter();
                    let used = used.filter_map(|name| by_name.get(name));
                    open.extend(used.map(|&index| (index, false)));
                }
            }
        }
        order
    }

    /// Returns the names of these productions and of all that they use, directly or through
    /// others. Leaves out names that the grammar does not define.
    #[must_use]
    pub fn reachable_from<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> HashSet<&str> {
        reachable(&self.by_name(), names)
    }

    /// Returns the productions that use the one of that name, in file order.
    #[must_use]
    pub fn users(&self, name: &str) -> Vec<&Production> {
        let productions = self.productions.iter();
        productions
            .filter(|production| production.body.references().contains(&name))
            .collect()
    }
}

impl Production {
    /// Returns the names that the body refers to, in the order of their first mention in the
    /// file. A reading can change that order in the body.
    #[must_use]
    pub fn uses(&self) -> Vec<&str> {
        let mut mentions = Vec::new();
        self.body.walk(&mut |expression| {
            if let Kind::Reference { name, .. } = &expression.kind {
                mentions.push((expression.span.start, name.as_str()));
            }
        });
        mentions.sort_unstable();
        let mut seen = HashSet::new();
        let names = mentions.into_iter().map(|(_, name)| name);
        names.filter(|name| seen.insert(*name)).collect()
    }
}

/// Returns the names of these productions and of all that they use.
fn reachable<'g, 'n>(
    by_name: &HashMap<&'g str, &'g Production>,
    names: impl IntoIterator<Item = &'n str>,
) -> HashSet<&'g str> {
    let find = |name: &str| by_name.get(name).copied();
    let mut waiting: Vec<&Production> = names.into_iter().filter_map(find).collect();
    let mut reachable = HashSet::new();
    while let Some(production) = waiting.pop() {
        if reachable.insert(production.name.as_str()) {
            waiting.extend(production.body.references().into_iter().filter_map(find));
        }
    }
    reachable
}

impl Grammar {
    /// Returns the names of the productions that derive single characters only: alternatives of one
    /// character, and of productions like this. Default trees leave their nodes out, unless a
    /// [`Layout`](crate::Layout) lists others.
    ///
    /// ```
    /// let grammar = rfcbnf::read("number = 1*digit\ndigit = \"0\" | \"1\"\n")?;
    /// assert_eq!(Vec::from_iter(grammar.character_productions()), ["digit"]);
    /// # Ok::<(), rfcbnf::GrammarErrors>(())
    /// ```
    #[must_use]
    pub fn character_productions(&self) -> HashSet<&str> {
        let mut found = HashSet::new();
        for production in self.users_last() {
            if derives_characters(&production.body, &found) {
                found.insert(production.name.as_str());
            }
        }
        found
    }
}

/// Returns whether the expression derives single characters only.
fn derives_characters(expression: &Expression, known: &HashSet<&str>) -> bool {
    match &expression.kind {
        Kind::Alternation(members) => {
            let mut members = members.iter();
            members.all(|member| derives_characters(member, known))
        }
        Kind::Literal { text, .. } => text.chars().count() == 1,
        Kind::Reference { name, .. } => known.contains(name.as_str()),
        Kind::Range { .. } => true,
        Kind::Sequence(_)
        | Kind::Optional(_)
        | Kind::Repetition { .. }
        | Kind::Prose(_)
        | Kind::Unreadable => false,
    }
}
