"""One mailbox is one mailbox, however its address is spelled."""

import pytest

from pbem.mail.mailbox import mailbox, organisation


@pytest.mark.parametrize(
    ("spelling", "plain"),
    [
        ("Anna@Example.ORG", "anna@example.org"),
        ("anna+splendor@example.org", "anna@example.org"),
        ("anna@example.org.", "anna@example.org"),
        ("a.n.n.a@gmail.com", "anna@gmail.com"),
        ("an.na+x@googlemail.com", "anna@gmail.com"),
        ("anna@bücher.example", "anna@xn--bcher-kva.example"),
        ('"anna"@example.org', "anna@example.org"),
        (" anna@example.org ", "anna@example.org"),
    ],
)
def test_every_spelling_of_a_mailbox_is_the_same(spelling: str, plain: str) -> None:
    assert mailbox(spelling) == mailbox(plain) == plain


@pytest.mark.parametrize(("one", "other"), [("a.b@example.org", "ab@example.org"), ("+x@a.example", "+y@a.example")])
def test_what_may_be_two_mailboxes_is_two(one: str, other: str) -> None:
    assert mailbox(one) != mailbox(other)


@pytest.mark.parametrize("odd", ["", "@", "anna", "a@" + "x" * 70 + ".example", "a@..", "\udce9@\udce9.example"])
def test_no_address_is_too_odd(odd: str) -> None:
    assert isinstance(mailbox(odd), str)
    assert isinstance(organisation(odd), str)


def test_a_domain_is_that_of_its_owner() -> None:
    assert organisation("a@x1.mail.victim.example") == "victim.example"
    assert organisation("a@mail.victim.co.uk") == "victim.co.uk"
