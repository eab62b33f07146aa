//! `rfc1738 check`.

use crate::command::given;
use crate::extent::few_or_many;

#[test]
fn a_line_of_many_mb_is_a_line() {
    let length = few_or_many(3_000_000, 10_000_000);
    let text = format!(
        "http://h/{}\nhttp://h/{} \n",
        "a".repeat(length),
        "b".repeat(length)
    );
    given(text, "check", 1).stdout(format!(
        "<stdin>:2:{}: found \" \", expected xchar or end of text [white-space]\n",
        length + 10
    ));
}
