"""Other threads run while a long text is read."""

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from rfc1738 import Grammar, is_valid, parse

LONG = "http://host.dom/" + "a" * 100_000_000


@pytest.fixture
def no_switches() -> Iterator[None]:
    """Lets the interpreter change threads only where a thread gives it up."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(interval)


def ran_meanwhile(call: Callable[[], object]) -> bool:
    """Returns whether another thread ran during the call."""
    gate = threading.Lock()
    ran: list[bool] = []
    gate.acquire()

    def other() -> None:
        with gate:
            ran.append(True)

    thread = threading.Thread(target=other)
    thread.start()
    gate.release()
    call()
    meanwhile = bool(ran)
    thread.join()
    return meanwhile


@pytest.mark.usefixtures("no_switches")
def test_a_long_text_gives_the_interpreter_to_other_threads() -> None:
    assert ran_meanwhile(lambda: is_valid(LONG))
    assert ran_meanwhile(lambda: parse(LONG))
    assert not ran_meanwhile(lambda: is_valid("http://host.dom/"))


def test_threads_get_the_answers_of_one() -> None:
    grammar = Grammar.from_abnf('sum = sum "+" term / term\nterm = "(" sum ")" / 1*DIGIT\n')
    texts = ["1+1" * (number % 7) + "1" for number in range(200)]
    answers = [grammar.is_valid(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(grammar.is_valid, texts)) == answers
