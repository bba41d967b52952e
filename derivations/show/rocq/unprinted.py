"""What has no lemma here."""


class UnprintedError(Exception):
    """What is proven here has no proof there yet; says why."""
