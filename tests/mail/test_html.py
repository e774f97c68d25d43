import pytest

from pbem.mail.html import renderings


def first(html: str) -> str:
    return next(renderings(html), "")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("buy <b>23</b>", "buy 23"),
        ("<div>a</div><div>b</div>", "a\nb"),
        ("a<div><br></div><div>b</div>", "a\n\nb"),
        ("<p>a</p><p>b</p>", "a\n\nb"),
        ("<p class=MsoNormal>a</p><p class=MsoNormal>b</p>", "a\nb"),
        ("a<br>b<br><br>c", "a\nb\n\nc"),
        ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
        ("<table><tr><td>buy</td><td>23</td></tr><tr><td>x</td></tr></table>", "buy 23\nx"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("  a\n\n  b&nbsp;&nbsp;c ", "a b c"),
        ("<style>x</style><script>y</script><title>z</title>a", "a"),
        ('<div style="display: none">x</div>a', "a"),
        ("<!-- x -->a<!--[if mso]>y<![endif]-->", "a"),
        ("<blockquote>a</blockquote>", "a"),
        ('<blockquote type="cite">a<br>b</blockquote>c', "> a\n> b\nc"),
        ('<blockquote style="border-left: 1px solid">a</blockquote>', "> a"),
        ('<img alt="🔴"><img alt="a picture of my dog">', "🔴"),
        ("<b>unclosed <i>tags", "unclosed tags"),
        ("", ""),
        ("<>", "<>"),
    ],
)
def test_html_is_read_as_it_looks(html: str, text: str) -> None:
    assert first(html) == text


@pytest.mark.parametrize(
    "container",
    [
        '<div class="gmail_quote gmail_quote_container">x</div>',
        '<div class="x_gmail_quote">x</div>',
        '<div class="ydp12yahoo_quoted">x</div>',
        '<div class="moz-cite-prefix">x</div>',
        '<div class="gmail_signature">x</div>',
        '<div id="Signature">x</div>',
        '<div id="divRplyFwdMsg">x</div><div>the rest</div>',
        '<div id="appendonsend"></div><hr><div>the rest</div>',
        '<span id="OLK_SRC_BODY_SECTION">x</span>',
    ],
)
def test_the_containers_of_mail_clients_are_left_out_at_first(container: str) -> None:
    html = f"<div>buy 23</div>{container}"
    without, *_, whole = renderings(html)
    assert without == "buy 23"
    assert len(whole) > len(without)


def test_what_follows_a_quotation_is_kept() -> None:
    assert first('<div class="gmail_quote">x</div>buy 23') == "buy 23"


def test_html_without_containers_is_read_once() -> None:
    assert list(renderings("<p>buy 23</p>")) == ["buy 23"]


def test_html_nested_10_000_deep_is_read_without_falling_over() -> None:
    assert first("buy 23" + "<div>" * 10_000) == "buy 23"
