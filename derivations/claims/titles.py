"""Claims by words of their titles and questions, for readers who know what was said and not what it is called here."""

from __future__ import annotations

import re

from derivations.claims.index import CLAIMS, find_claim

_WORD = re.compile(r"[a-z0-9]+")
_LITTLE = frozenset(["a", "an", "and", "as", "at", "by", "do", "does", "for", "from", "how", "in", "is", "it", "many", "much", "of", "on", "or", "should", "than", "that", "the", "to", "what", "when", "which", "why", "with"])

_NEAREST = 3


def claims_of_words(text: str) -> tuple[str, ...]:
    """The claims that have all words of a text in name, title or question, those with most in the title first.

    >>> claims_of_words("the optimal batch")
    ('optimal-batch',)
    """
    wanted = _words(text)
    found = []
    for name in CLAIMS if wanted else ():
        claim = find_claim(name)
        title = _words(f"{name} {claim.title}")
        if wanted <= title | _words(claim.question):
            found.append((-len(wanted & title), name))
    best = sorted(found, key=lambda item: item[0])
    return tuple(name for _, name in best)


def nearest_claims(text: str) -> tuple[str, ...]:
    """The three claims that have most words of a text in name, title, question or answer, best in the title.

    >>> nearest_claims("latency and bandwidth of a pipeline at night")[:2]
    ('pipeline-bandwidth', 'pipeline-latency')
    """
    wanted, found = _words(text), []
    for name in CLAIMS:
        claim = find_claim(name)
        title = _words(f"{name} {claim.title}") & wanted
        whole = _words(f"{claim.question} {claim.answer}") & wanted | title
        if whole:
            found.append((-len(whole), -len(title), name))
    return tuple(name for _, _, name in sorted(found, key=lambda item: item[:2])[:_NEAREST])


def _words(text: str) -> frozenset[str]:
    """The words that tell something; those of one form and of many are one."""
    return frozenset(word.removesuffix("s") for word in _WORD.findall(text.lower()) if word not in _LITTLE)
