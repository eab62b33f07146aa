//! Exercises: what a teacher writes, and what an answer is told.

use rfcbnf::exercise::{
    Answer, Evidence, Exercise, Grader, HandIn, HandInError, Outcome, Sheet, Verdict, hand_ins,
};

fn brackets() -> Exercise {
    Exercise {
        title: "Brackets".to_owned(),
        solution: "s = *( \"(\" s \")\" )\n".to_owned(),
        ..Exercise::default()
    }
}

fn all_conditions() -> Exercise {
    Exercise {
        valid: vec![String::new(), "()()".to_owned()],
        invalid: vec![")(".to_owned()],
        unambiguous: true,
        no_left_recursion: true,
        productions: Some(1),
        ll1: true,
        ..brackets()
    }
}

/// Returns the findings, a line each.
fn lines(answer: &Answer) -> Vec<String> {
    answer.findings.iter().map(ToString::to_string).collect()
}

#[test]
fn a_missing_text_is_the_shortest_one() {
    let answer = all_conditions().answer("s = \"(\" s \")\" / \"\"\n", None);
    assert_eq!(
        lines(&answer),
        [
            "the same language: no, it misses \"()()\"",
            "derives the empty text: yes",
            "derives \"()()\": no, it misses \"()()\"",
            "does not derive \")(\": yes",
            "unambiguous: yes, it is LL(1)",
            "no left recursion: yes",
            "at most 1 production: yes",
            "LL(1): yes",
        ]
    );
    assert_eq!(answer.mistakes(), ["misses \"()()\""]);
    let Verdict::Refuted(Evidence::Differs {
        misses: Some(missed),
        ..
    }) = &answer.findings[0].verdict
    else {
        panic!("{answer:?}");
    };
    assert_eq!(
        (missed.offset, missed.expected.as_str()),
        (Some(2), "end of text")
    );
}

#[test]
fn a_text_too_many_comes_with_its_tree() {
    let answer = brackets().answer("S → ( S ) S | ) ( | ε\n", None);
    assert_eq!(
        lines(&answer),
        ["the same language: no, it also derives \")(\""]
    );
    let Verdict::Refuted(Evidence::Differs {
        derives: Some(derived),
        ..
    }) = &answer.findings[0].verdict
    else {
        panic!("{answer:?}");
    };
    let tree = derived.tree.as_ref().expect("there is one").to_string();
    assert_eq!(tree, "S 0..2 \")(\"\n");
}

#[test]
fn a_list_of_the_examples_is_no_solution() {
    let answer = all_conditions().answer("s = \"\" / \"()\" / \"(())\" / \"()()\"\n", None);
    assert_eq!(answer.outcome(), Outcome::Wrong);
    assert_eq!(answer.findings[0].mistakes(), ["misses \"((()))\""]);
}

#[test]
fn conditions_that_are_not_met_have_evidence() {
    let answer = all_conditions().answer("s = s s / t / \"\"\nt = \"(\" s \")\"\n", None);
    assert_eq!(
        lines(&answer)[4..],
        [
            "unambiguous: no, the empty text has infinitely many trees",
            "no left recursion: no, s begins with s",
            "at most 1 production: no, it has 2",
            "LL(1): no, s before \"(\" is `s s` or `t`",
        ]
    );
    assert_eq!(
        answer.findings[0].verdict.to_string(),
        "yes, proved by induction"
    );
    let exercise = Exercise {
        solution: "e = \"n\" *( \"+\" \"n\" )\n".to_owned(),
        unambiguous: true,
        ..brackets()
    };
    let answer = exercise.answer("e = e \"+\" e / \"n\"\n", None);
    assert_eq!(
        lines(&answer)[1],
        "unambiguous: no, \"n+n+n\" has two trees"
    );
    let Verdict::Refuted(Evidence::Trees { trees, .. }) = &answer.findings[1].verdict else {
        panic!("{answer:?}");
    };
    assert_eq!(trees.len(), 2);
}

#[test]
fn left_recursion_is_shown_as_a_circle() {
    let exercise = Exercise {
        no_left_recursion: true,
        ..brackets()
    };
    let answer = exercise.answer("s = t / \"\"\nt = u \"(\" s \")\"\nu = [ t ]\n", None);
    assert_eq!(
        lines(&answer)[1],
        "no left recursion: no, t begins with u begins with t"
    );
}

#[test]
fn languages_that_no_proof_decides_have_a_length() {
    let even = Exercise {
        solution: "s = *( \"a\" s \"b\" s / \"b\" s \"a\" s )\n".to_owned(),
        ..brackets()
    };
    let answer = even.answer(
        "s = \"a\" b / \"b\" a / \"\"\na = \"a\" s / \"b\" a a\nb = \"b\" s / \"a\" b b\n",
        None,
    );
    let Verdict::UpTo { length } = answer.findings[0].verdict else {
        panic!("{answer:?}");
    };
    let line =
        format!("the same language: in all texts up to {length} octets, and not known beyond");
    assert_eq!(lines(&answer), [line]);
    assert_eq!(answer.outcome(), Outcome::UpTo { length });
    let longer = Exercise {
        length: Some(length + 1),
        ..even
    };
    let answer = longer.answer(
        "s = \"a\" b / \"b\" a / \"\"\na = \"a\" s / \"b\" a a\nb = \"b\" s / \"a\" b b\n",
        None,
    );
    assert_eq!(answer.outcome(), Outcome::Undecided);
    assert_eq!(
        lines(&answer),
        [format!(
            "the same language: undecided, because nothing is wrong in all texts up to {length} octets, and the exercise asks for {}",
            length + 1
        )]
    );
}

#[test]
fn regular_languages_are_compared_by_automata() {
    let exercise = Exercise {
        solution: "s = *( \"a\" / \"b\" ) \"a\" 5( \"a\" / \"b\" )\n".to_owned(),
        ..brackets()
    };
    let answer = exercise.answer("s = *b \"a\" 5b\nb = \"b\" / \"a\"\n", None);
    assert!(
        matches!(answer.findings[0].verdict, Verdict::Proved(_)),
        "{answer:?}"
    );
}

#[test]
fn a_grammar_that_cannot_be_read_says_where() {
    let answer = brackets().answer("s = \"(\" t \")\"\n", None);
    assert_eq!(
        lines(&answer),
        ["a grammar: no, 1:9: the production `t` is used and never defined"]
    );
    assert_eq!(
        (answer.start.as_deref(), answer.mistakes()),
        (None, vec!["cannot be read".to_owned()])
    );
}

#[test]
fn answers_that_only_people_know_are_undecided() {
    let answer = brackets().answer("s = <balanced brackets>\n", None);
    assert_eq!(
        lines(&answer),
        ["the same language: undecided, because production `s` uses prose: <balanced brackets>"]
    );
    assert_eq!(answer.outcome(), Outcome::Undecided);
    let long = format!("s = {}\n", "\"(\" ".repeat(6_000));
    assert_eq!(
        lines(&brackets().answer(&long, None)),
        ["a grammar: undecided, because the grammar has 24005 octets, and 20000 are the most"]
    );
    let answer = brackets().answer("s = \"(\"\n", Some("t"));
    assert_eq!(
        lines(&answer),
        ["a grammar: undecided, because there is no production `t`"]
    );
}

#[test]
fn another_production_can_be_where_an_answer_begins() {
    let answer = brackets().answer("t = \"(\" s \")\"\ns = *t\n", Some("s"));
    assert_eq!(answer.outcome(), Outcome::Solved);
}

#[test]
fn an_exercise_that_is_not_ready_says_why() {
    let problems = |exercise: &Exercise| -> Vec<String> {
        exercise
            .check()
            .problems()
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    assert_eq!(problems(&all_conditions()), [""; 0]);
    let solved = Exercise {
        start: "s = [ \"(\" s \")\" s ]\n".to_owned(),
        ..brackets()
    };
    assert_eq!(problems(&solved), ["the start solves the exercise already"]);
    let unmet = Exercise {
        invalid: vec!["()".to_owned()],
        ..brackets()
    };
    assert_eq!(
        problems(&unmet),
        [
            "the solution does not meet its own condition: does not derive \"()\": no, it also derives \"()\""
        ]
    );
    let unreadable = Exercise {
        solution: "s = t\n".to_owned(),
        ..brackets()
    };
    assert_eq!(
        problems(&unreadable),
        ["the solution is no grammar: 1:5: the production `t` is used and never defined"]
    );
    let prose = Exercise {
        solution: "s = <brackets>\n".to_owned(),
        ..brackets()
    };
    assert_eq!(
        problems(&prose),
        [
            "the solution may not meet its own condition: the same language: undecided, because production `s` uses prose: \
          <brackets>"
        ]
    );
}

#[test]
fn sheets_that_cannot_be_read_say_where() {
    let error = |text: &str| {
        let error = Sheet::from_toml(text).expect_err("it is wrong");
        (error.to_string(), error.span())
    };
    let exercise = "[[exercise]]\ntitle = \"A\"\nsolution = 's = \"a\"'\n";
    assert_eq!(
        error(""),
        (
            "line 1: the sheet has no exercise: add a table `[[exercise]]`".to_owned(),
            0..0
        )
    );
    assert_eq!(
        error(&exercise.repeat(2)),
        (
            "line 5: there are two exercises `A`: give them different titles".to_owned(),
            67..70
        )
    );
    assert_eq!(
        error(&exercise.replace("\"A\"", "\" \"")),
        ("line 2: the exercise has no title".to_owned(), 21..24)
    );
    assert_eq!(
        error("[[exercise]]\ntitle = \"A\"\n"),
        ("line 1: missing field `solution`".to_owned(), 0..12)
    );
    assert!(error("title = \n").0.starts_with("line 1: "));
}

#[test]
fn broken_hand_ins_keep_no_other_from_being_read() {
    let unpack = |packed: &str| Err(HandInError::Packed(format!("`{packed}` is damaged")));
    let found = hand_ins(
        "some words\n[hand-in]\nname = \"A\"\n[hand-in]\nname = \n[hand-in]\nname = \" \"\n[hand-in]\nname = \"B\"\nmark = 1\n\
         C https://example.org/#hand-in=2.a.b and more\n[hand-in]\nname = \"D\"\n",
        unpack,
    );
    let shown = found.iter().map(|one| {
        let content = one.content.as_ref().map(|one| one.head.name.clone());
        format!(
            "{} {} {}",
            one.line,
            one.label,
            content.unwrap_or_else(ToString::to_string)
        )
    });
    let shown: Vec<String> = shown.collect();
    assert_eq!(
        shown[..2],
        [
            "1  there is no hand-in: one begins with a line `[hand-in]`, or has `#hand-in=` in a line",
            "2  A",
        ]
    );
    assert!(
        shown[2].starts_with("4  the hand-in cannot be read: line 2: "),
        "{}",
        shown[2]
    );
    assert_eq!(shown[3], "6  the hand-in has no name");
    assert!(
        shown[4].starts_with("8  the hand-in cannot be read: line 3: unknown field `mark`"),
        "{}",
        shown[4]
    );
    assert_eq!(
        shown[5..],
        [
            "11 C the packed hand-in cannot be read: `2.a.b` is damaged".to_owned(),
            "12  D".to_owned()
        ]
    );
    let long = format!("[hand-in]\nname = \"{}\"\n", "a".repeat(200_000));
    let found = hand_ins(&long, unpack);
    assert_eq!(
        found[0].content.as_ref().unwrap_err().to_string(),
        "the hand-in has 200020 octets, and 200000 are the most"
    );
    assert_eq!(hand_ins("", unpack)[0].content, Err(HandInError::NoHandIn));
}

#[test]
fn odd_hand_ins_have_remarks() {
    let sheet = Sheet {
        title: "Week 3".to_owned(),
        exercises: vec![brackets()],
    };
    let answer = "[[answer]]\nexercise = \"Brackets\"\ngrammar = 's = \"\"'\n";
    let text = format!(
        "[hand-in]\nname = \"A\"\nsheet = \"Week 2\"\nsolved = 1\n{answer}{}[[answer]]\nexercise = \"Other\"\n",
        answer.replace("\"\"", "[ \"(\" s \")\" s ]")
    );
    let hand_in = HandIn::from_toml(&text).expect("it can be read");
    let grades = Grader::new(sheet).grade(&hand_in);
    assert_eq!(
        grades.remarks,
        [
            "it is for the sheet `Week 2`",
            "it has two answers to `Brackets`, and the last counts",
            "the sheet has no exercise `Other`",
        ]
    );
    assert_eq!(grades.solved(), 1);
}

#[test]
fn letters_match_as_written_beside_another_notation() {
    let abnf = Exercise {
        solution: "s = \"a\" s \"b\" / \"\"\n".to_owned(),
        ..brackets()
    };
    let textbook = Exercise {
        solution: "S → a S b | ε\n".to_owned(),
        ..brackets()
    };
    for exercise in [&abnf, &textbook] {
        for answer in [&abnf, &textbook] {
            let outcome = exercise.answer(&answer.solution, None).outcome();
            assert_eq!(
                outcome,
                Outcome::Solved,
                "{} {}",
                exercise.solution,
                answer.solution
            );
        }
    }
    let answer = abnf.answer("s = %s\"a\" s \"b\" / \"\"\n", None);
    assert_eq!(answer.mistakes(), ["misses \"Ab\""]);
}
