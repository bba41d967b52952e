"""A step of training: the arithmetic of a micro-batch, by the parameters and by the scores of attention."""

from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity

STEP_WORK = Notation((
    Quantity("L_train", "token/sequence", "length of the training sequences", latex=r"L_{\mathrm{train}}"),
    Quantity("D_micro", "token", "tokens of a micro-batch", definition="b_micro*L_train"),
    Quantity("N_block", "parameter", "parameters of all layers, without the vocabulary"),
    Quantity("N_vocab", "parameter", "parameters of the output layer, one row for each word of the vocabulary",
             "nonnegative"),
    Quantity("w_mat", "FLOP", "products with the weights of the layers in a forward pass", latex=r"w_{\mathrm{weights}}"),
    Quantity("w_score", "FLOP", "products of attention in a forward pass", latex=r"w_{\mathrm{scores}}"),
    Quantity("w_vocab", "FLOP", "products with the output layer in a forward pass", "nonnegative", latex=r"w_{\mathrm{vocabulary}}"),
    Quantity("w_none", "FLOP", "arithmetic of training on a micro-batch without recomputation"),
))

STEP_TOKENS = Quantity("D_batch", "token", "tokens between two updates of the model")

TRAINING_GPUS = Quantity("G_train", "GPU", "GPUs in the training run")

TENSOR_WAYS = Quantity("tp_way", "", "GPUs that share each layer: tensor parallelism", latex=r"t")

GRADIENT_BYTES = Quantity("b_grad", "byte/parameter", "size of an accumulated gradient")

PAPER = "after Korthikanti et al. 2022, arXiv 2205.05198, from general knowledge; its sizes are reproduced here"


MATRICES = Premise(
    "matrices", "w_mat = phi*N_block*D_micro", because="each token multiplies every weight of the layers once",
    source="as the compute time of a pass",
)
SCORE_WORK = Premise(
    "score-work", "w_score = f_attn*D_micro*L_train",
    because="each token attends to every token of its sequence, later ones included, as papers count it",
    source=PAPER,
    alternatives=(
        Alternative("earlier-alone", "w_score = f_attn*D_micro*L_train/2",
                    because="a token does not attend to later ones: half of the pairs", source="our own: causal attention"),
    ),
)
VOCABULARY = Premise(
    "vocabulary", "w_vocab = phi*N_vocab*D_micro", because="each token is scored against every word", source="by counting",
)
ALL_PASSES = Premise(
    "all-passes", "w_none = (a_pre/phi)*(w_mat + w_score + w_vocab)",
    because="a forward pass, and a backward pass of twice the cost", source="practice card 15, for each product",
)
