import pytest

from pbem.mail.providers import is_shared


@pytest.mark.parametrize(
    "domain",
    [
        *("gmail.com", "GMail.com", "outlook.com", "hotmail.co.uk", "live.dk", "yahoo.com.br", "icloud.com", "gmx.at"),
        *(
            "web.de",
            "proton.me",
            "wp.pl",
            "o2.pl",
            "poczta.onet.pl",
            "interia.pl",
            "simnet.is",
            "walla.co.il",
            "mail.ru",
        ),
        "users.web.de",
    ],
)
def test_strangers_share_the_domain_of_a_provider(domain: str) -> None:
    assert is_shared(domain)


@pytest.mark.parametrize("domain", ["people.example", "example.org", "mygmail.com", "com", "", "web.de.example"])
def test_a_domain_of_one_s_own_is_shared_with_nobody(domain: str) -> None:
    assert not is_shared(domain)
