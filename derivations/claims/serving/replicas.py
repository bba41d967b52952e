"""replicas: how many systems a stated traffic needs, each with its own copy of the model.

Lecture 0:26:32 to 0:27:50, and 1:29:49 for the traffic. Said: a system generates 128,000 tokens a second, a thousandth
of Gemini; later 500 million tokens a second in all, and 50 million for each model.
"""

from __future__ import annotations

from derivations.claims import chapters
from derivations.claims.claim import Claim
from derivations.claims.notation.replicas import REPLICAS
from derivations.claims.notation.serving import ALL_MEMORY, MEMORY, SERVING
from derivations.claims.notation.training import TRAINING
from derivations.claims.notation.trains import TRAINS
from derivations.claims.premises.passes import KV_FETCH, MEMORY_TIME, WEIGHT_FETCH
from derivations.claims.premises.replicas import ENOUGH, REPLICA_GPUS, WHOLE_FAMILY
from derivations.claims.premises.training import FAMILY_TRAFFIC
from derivations.claims.premises.trains import ANNOUNCED_TRAFFIC, BACK_TO_BACK
from derivations.claims.serving.replicas_said import ASSERTED, DEFAULTS, GRIDS, PUBLISHED, RANGES, READINGS
from derivations.claims.serving.trains import drain_interval, take_reads, take_throughput
from derivations.engine.board import Board, Handle
from derivations.engine.quantity import Notation

_PASS = tuple(SERVING[name] for name in ("T", "t_m", "t_w", "t_kv", "n", "B", "L", "kappa", "b_w", "N_total", "G", "W",
                                         "W_gpu"))  # fmt: skip
_FAMILY = tuple(TRAINING[name] for name in ("X_family", "n_models", "X_model"))
_TRAFFIC = tuple(each for each in TRAINS if each.name in ("tau", "R_pass", "X_sys", "X_all", "u_sys", "D_announced",
                                                          "t_announced"))  # fmt: skip


def replicas(board: Board) -> Handle:
    """What one system generates, what is asked for, and the fewest systems that generate it."""
    read = drain_interval(board, take_reads(board))
    back_to_back = board.take(BACK_TO_BACK)
    rate = take_throughput(board, back_to_back)
    board.take(ANNOUNCED_TRAFFIC)
    family, models = board.take(WHOLE_FAMILY), board.take(FAMILY_TRAFFIC)
    enough = board.take(ENOUGH)
    bound = board.solve("at-least", enough, for_="N_rep", because="no fewer will do, and a part of one is no system")
    fewest = board.round_up("fewest", bound, because="systems come whole")
    shared = board.substitute(
        "shared-traffic", fewest, (models, family), because="the traffic of one model, written out"
    )
    result = board.rewrite(
        "replicas", shared, "N_rep = ceil(X_all/(n_models*X_sys))",
        because="all of the traffic, shared by the models of the family",
    )  # fmt: skip
    spelled = board.substitute("replicas-by-rate", result, (rate,), because="what a system generates, written out")
    board.rewrite(
        "replicas-in-full", spelled, "N_rep = ceil(X_all*T/(n_models*n*B))",
        because="a batch in every pass; the size of a system does not matter beside these",
    )  # fmt: skip
    _shares(board, result, (family, models))
    _left_over(board, fewest)
    _gpus(board, fewest, read.all_read)
    return result


def _shares(board: Board, result: Handle, traffic: tuple[Handle, Handle]) -> None:
    """The same number from the share of one system, and what a rival needs to fill one."""
    share = board.define("share", "u_sys")
    board.solve("traffic-of-share", share, for_="X_all", because="the traffic that a share stands for")
    board.rewrite(
        "replicas-by-share", result, "N_rep = ceil(1/(n_models*u_sys))", using=(share,),
        because="a thousandth is a thousand systems, if all of the traffic is that of one model",
    )  # fmt: skip
    of_model = board.define("share-of-model", "u_model")
    board.state(
        "more-of-a-model", "u_model = n_models*u_sys", (of_model, share, *traffic),
        because="the more models share the traffic, the larger a part of each one system is",
    )  # fmt: skip
    board.reject(
        "all-traffic-on-each-model", "N_rep = ceil(1/u_sys)", (result, share),
        because="a thousandth as a thousand racks, as two blog posts count, for one model: a family shares them",
    )  # fmt: skip


def _left_over(board: Board, fewest: Handle) -> None:
    """What rounding up leaves unused."""
    used = board.define("used", "u_rep")
    spare = board.define("spare", "n_spare")
    board.substitute("used-in-full", used, (fewest,), because="what is asked for over what could be generated")
    board.substitute("spare-in-full", spare, (used, fewest), because="the systems, less what they are used for")
    board.state("all-is-served", "u_rep <= 1", (used, fewest), because="rounded up, there are enough")
    board.state(
        "less-than-one-spare", "n_spare < 1", (spare, used, fewest), because="one replica fewer would not be enough"
    )
    board.reject(
        "not-rounded", "N_rep = X_model/X_sys", (fewest,),
        because="a quotient in place of a number of systems: right only where it comes out whole",
    )  # fmt: skip


def _gpus(board: Board, fewest: Handle, all_read: Handle) -> None:
    """The GPUs of all replicas, where the model has room in one of them."""
    weights, cache, memory = (board.take(each) for each in (WEIGHT_FETCH, KV_FETCH, MEMORY_TIME))
    filled = board.equate("memory-filled", all_read, memory, because="what is read is weights and caches")
    spelled = board.substitute("memory-filled-in-full", filled, (weights, cache), because="both, written out")
    room = board.solve("room", spelled, for_="L", because="the context that each sequence of the batch has room for")
    gpus = board.take(REPLICA_GPUS)
    counted = board.substitute("gpus-of-replicas", gpus, (fewest,), because="as many GPUs in each")
    board.state("gpus", "G_all = ceil(X_model/X_sys)*G", (counted, room), because="where the model has room in one")


REPLICAS_NEEDED = Claim(
    name="replicas",
    title="Replicas for a traffic: a thousandth of Gemini",
    chapter=chapters.BATCH_SIZE,
    question="How many systems does a stated traffic need, and what is a thousandth of it?",
    notation=Notation((*_TRAFFIC, *_FAMILY, *REPLICAS, *_PASS, MEMORY, ALL_MEMORY)),
    body=replicas,
    result="replicas",
    outside="no room",
    defaults=DEFAULTS,
    readings=READINGS,
    published=PUBLISHED,
    asserted=ASSERTED,
    compared=("throughput", "replicas", "share", "share-of-model", "used-in-full"),
    grids=GRIDS,
    ranges=RANGES,
)  # fmt: skip
