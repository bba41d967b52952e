"""The letters of networks: what a token sends, and over which of the two networks."""

from derivations.engine.quantity import Quantity

# what the cards of an accelerator and a model say of it
ON_NETWORK_CARDS = (
    Quantity("W_up", "byte/s/GPU", "scale-up bandwidth of one GPU, per direction", latex=r"W_{\mathrm{up}}"),
    Quantity("W_out", "byte/s/GPU", "scale-out bandwidth of one GPU, per direction", latex=r"W_{\mathrm{out}}"),
    Quantity("d_model", "1/token", "numbers of an activation: the width of the model", latex=r"d_{\mathrm{model}}"),
    Quantity("b_act", "byte", "size of one number of an activation", latex=r"b_{\mathrm{act}}"),
    Quantity("n_layers", "", "layers of the model", latex=r"n_{\mathrm{layers}}"),
)  # fmt: skip

NETWORK_RATIO = Quantity(
    "y_net", "", "scale-up bandwidth over scale-out bandwidth", latex=r"y_{\mathrm{net}}", definition="W_up/W_out"
)

ACTIVATION = Quantity("S_act", "byte/token", "size of the activation of a token", latex=r"S_{\mathrm{act}}")

# what a stage sends over either network
STAGE_TRAFFIC = (
    Quantity("l_stage", "", "layers of a stage", latex=r"\ell"),
    Quantity("n_dest", "", "other GPUs that the experts of a token lie on, in one layer", latex=r"n_{\mathrm{dest}}"),
    Quantity("n_up", "", "sends of a token over the scale-up network in one stage", latex=r"n_{\mathrm{up}}"),
    Quantity("n_out", "", "sends of a token over the scale-out network in one stage", latex=r"n_{\mathrm{out}}"),
    Quantity("Q_up", "byte/token", "bytes of a token over the scale-up network in one stage",
             latex=r"Q_{\mathrm{up}}"),
    Quantity("Q_out", "byte/token", "bytes of a token over the scale-out network in one stage",
             latex=r"Q_{\mathrm{out}}"),
    Quantity("t_up", "s", "time of the scale-up network for a micro-batch in one stage", latex=r"t_{\mathrm{up}}"),
    Quantity("t_out", "s", "time of the scale-out network for a micro-batch in one stage",
             latex=r"t_{\mathrm{out}}"),
    Quantity("t_net", "s", "time of the slower of the two networks", latex=r"t_{\mathrm{net}}"),
    Quantity("y_pipe", "", "time of the scale-up network over that of the scale-out network",
             latex=r"y_{\mathrm{pipe}}", definition="t_up/t_out"),
)  # fmt: skip

OTHER_SIZE = Quantity(
    "b_back", "byte", "size of one number of an activation on its way back", latex=r"b_{\mathrm{back}}"
)
