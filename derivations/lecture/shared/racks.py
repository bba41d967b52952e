"""Racks: a scale-up domain, its two networks, and the memory that the weights take of it."""

from derivations.language.quantity import Notation, Quantity
from derivations.lecture.shared.stages import MODEL_SIZE
from derivations.search.premise import Premise

# what the cards of an accelerator and a model say of it
ON_NETWORK_CARDS = Notation((
    Quantity("W_up", "byte/s/GPU", "scale-up bandwidth of one GPU, per direction"),
    Quantity("W_out", "byte/s/GPU", "scale-out bandwidth of one GPU, per direction"),
    Quantity("d_model", "1/token", "numbers of an activation: the width of the model"),
    Quantity("b_act", "byte", "size of one number of an activation"),
    Quantity("n_layers", "", "layers of the model"),
))

NETWORK_RATIO = Quantity("y_net", "", "scale-up bandwidth over scale-out bandwidth", definition="W_up/W_out")

ACTIVATION = Quantity("S_act", "byte/token", "size of the activation of a token")


WEIGHTS_OVER_MEMORY = Quantity(
    "u_mem", "", "weights over all memory of a rack: racks that the weights alone fill", definition="S_model/M"
)
# what says how much of the memory the weights take
WEIGHTS_IN_MEMORY = (MODEL_SIZE, WEIGHTS_OVER_MEMORY)


ONE_DOMAIN = Premise(
    "one-domain", "ep_width = G",
    because="the GPUs that share a stage are those of one scale-up domain", source="lecture 0:36:30, and 1:12:54",
)
