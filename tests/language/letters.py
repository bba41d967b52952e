"""Letters of formulas in LaTeX, as a notation gives them and as other people write them."""

from collections.abc import Mapping

from derivations.language.latex_reading.reader import latex_written
from derivations.language.quantity import Notation
from derivations.language.relation import Relation, from_written

LETTERS = {
    **{letter: letter for letter in "abcnrsxBCLNTW"},
    r"N_{\mathrm{total}}": "N_total",
    r"N_{\mathrm{active}}": "N_active",
    r"t_{\mathrm{compute}}": "t_c",
    r"t_{\mathrm{memory}}": "t_m",
    r"t_{\mathrm{KV}}": "t_kv",
    "b_{w}": "b_w",
    "b_w'": "b_alt",
    r"\phi": "phi",
    r"\kappa": "kappa",
    r"\kappa_{\mathrm{stored}}": "kappa_stored",
    r"\bar t_{\mathrm{system}}": "t_mean",
    r"\hat N": "n_par",
    r"L_{\times}": "L_x",
    r"m_{\max}": "m_top",
    r"\Delta t": "dt",
    r"\alpha": "alpha",
    "FLOPs": "C",
    "BW": "W",
    "B^*": "B",
}


def latex_relation(text: str, notation: Notation, extra_letters: Mapping[str, str] | None = None) -> Relation:
    """The relation that a formula in LaTeX states, its dimensions checked."""
    return from_written(latex_written(text, notation, extra_letters), notation)
