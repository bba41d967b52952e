"""Letters of formulas in LaTeX, as a notation gives them and as other people write them."""



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
