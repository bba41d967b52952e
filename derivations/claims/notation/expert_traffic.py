"""The letters of experts that are spread over GPUs: what a layer sends, and what it computes meanwhile."""

from derivations.engine.quantity import Quantity

EXPERT_TRAFFIC = (
    Quantity("Q_layer", "byte/token", "bytes that a token sends in a layer, to its experts and back",
             latex=r"Q_{\mathrm{layer}}"),
    Quantity("t_a2a", "s", "time of the scale-up network for a micro-batch in one layer", latex=r"t_{\mathrm{a2a}}"),
    Quantity("t_far_out", "s", "time of the scale-out network for what leaves the rack in one layer", "nonnegative",
             latex=r"t_{\mathrm{rack}}"),
    Quantity("t_layer", "s", "time of the multiplications of a micro-batch in one layer",
             latex=r"t_{\mathrm{layer}}"),
    Quantity("y_hide", "", "time of the multiplications over that of the scale-up network", latex=r"y_{\mathrm{hide}}",
             definition="t_layer/t_a2a"),
    Quantity("y_leave", "", "time of what leaves the rack over that of all sends, if they were within one",
             "nonnegative", latex=r"y_{\mathrm{leave}}", definition="t_far_out/t_a2a"),
    Quantity("y_hide_out", "", "time of the multiplications over that of what leaves the rack",
             latex=r"y_{\mathrm{hide,rack}}", definition="t_layer/t_far_out"),
    Quantity("n_racks", "", "racks that the experts of a layer are spread over", "integer",
             latex=r"n_{\mathrm{racks}}"),
    Quantity("x_leave", "", "part of the sends that leave their rack", "nonnegative", latex=r"x_{\mathrm{leave}}"),
    Quantity("x_home", "", "part of the tokens with all experts in their own rack", "nonnegative",
             latex=r"x_{\mathrm{home}}"),
    Quantity("x_remote", "", "part of the tokens with at least one expert in another rack", "nonnegative",
             latex=r"x_{\mathrm{remote}}", definition="1 - x_home"),
    Quantity("n_per_gpu", "1/GPU", "experts of a layer on one GPU", latex=r"n_{\mathrm{experts/GPU}}",
             definition="n_experts/ep_width"),
    Quantity("x_routed", "", "part of the experts of a layer that a token uses", latex=r"x_{\mathrm{routed}}",
             definition="k_active/n_experts"),
)  # fmt: skip

PICK = Quantity("j_pick", "", "experts of a token that are chosen before another one", "whole", latex="j")
