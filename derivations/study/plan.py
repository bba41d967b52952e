"""Plans: what a number of GPUs can serve of a model at a given context and speed, from the claims and nothing else.

Several systems share the requests and nothing else. One is a scale-up domain or a part of it; where no domain holds the
model and a sequence, it is several domains, as the stages of a pipeline.

A part of the memory is held back for activations and the runtime, as servers do: a premise of the claim about room,
with a value of its own (`FREE`). The contradiction that weights and caches do not fit counts all memory, as a bound.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from derivations.claim.composition import DEFAULT_FORMAT, DEFAULT_MODEL, model_values
from derivations.claim.outline import outline
from derivations.claims.index import find_claim
from derivations.claims.shared.cache import FREE_BY_DEFAULT
from derivations.errors import InputError, UnknownNameError
from derivations.numbers.value import Value
from derivations.sources.attention import LatentAttention
from derivations.sources.efficiencies import FITTED, borrowed, efficiencies
from derivations.study.plan_asked import ENERGY, OF_A_HOP, PASS, Asked
from derivations.study.plan_commands import command
from derivations.study.plan_measured import Beside, measured
from derivations.study.plan_remedies import Remedy, remedies
from derivations.study.plan_sizes import Sizes
from derivations.study.plan_systems import Behind, Point, System, system

if TYPE_CHECKING:
    from derivations.language.quantity import Notation
    from derivations.sources.card import Model
    from derivations.sources.catalog import Catalog

# the letter of the memory that weights and caches may fill
FREE = "x_free"


@dataclass(frozen=True)
class Plan:
    """What was asked for, and what systems of each size make of it; the evaluated claims behind.

    For a GPU to which no efficiencies were fitted the plan takes the worst of the others, and `at_best` is the same
    with the best of them. `remedies` are changes of what is asked for, each of which some size serves, where none
    serves the whole. `latent` says that attention is counted as on the latents.
    """

    asked: Asked
    systems: tuple[System, ...]
    behind: Behind
    beside: Beside
    at_best: Plan | None = None
    remedies: tuple[Remedy, ...] = ()
    latent: bool = False

    @property
    def title(self) -> str:
        """The cards that the plan is for."""
        return self.behind.claim(PASS).scenario.title.removeprefix("as built: ")

    @property
    def blended(self) -> Fraction | None:
        """The rent for a token of any kind, the prompts' and the output's, with the best system; None without one.

        The rent of new tokens pays for the prompts that begin with them, too: it is spread over the tokens of both.
        None where other machines compute the prompts.
        """
        chosen = None if self.best is None else self.best.chosen
        if chosen is None or chosen.cost.value is None or "steady" in self.asked.premises:
            return None
        return chosen.cost.value * self.asked.output.number / self.asked.context.number

    @property
    def layers(self) -> int | None:
        """The layers of the model."""
        found = self.behind.claim(PASS).evaluation.value_of("n_layers")
        return None if found is None else int(found.number)

    @property
    def notation(self) -> Notation:
        """The letters of the claim about a pass."""
        return self.behind.claim(PASS).derivation.notation

    @property
    def rent(self) -> Value:
        """The rent of a GPU, and where it is from."""
        return self.behind.claim(PASS).evaluation.scenario.values["p_gpu"]

    @cached_property
    def best(self) -> System | None:
        """The system with the highest throughput per GPU at the speed; None where no size serves it.

        With users it is that with the fewest GPUs for all of them, and of these with the highest throughput.
        """
        serving = [each for each in self.systems if each.chosen is not None]
        return max(serving, key=self._worth, default=None)

    def _worth(self, each: System) -> tuple[int, Fraction]:
        gpus = 0 if self.asked.users is None else each.copies * each.gpus
        return -gpus, each.chosen.numbers[1] if each.chosen else Fraction(0)

    @cached_property
    def front(self) -> tuple[Point, ...]:
        """The passes of all sizes that no other one beats in both speed and throughput, from slow to fast."""
        every = [point for each in self.systems for point in each.front]
        kept = [point for point in every if not any(_beats(other, point) for other in every)]
        return tuple(sorted(kept, key=lambda point: point.numbers))

    def command(self, number: str, of: System) -> str:
        """The command that shows the claim behind a number of a system; the number is one of its steps.

        `number` is a key of `STEPS` or `FURTHER`. Raises `KeyError` for another, and for one that the system has not.
        """
        return command(self.behind, number, of)


def plan(asked: Asked, catalog: Catalog) -> Plan:
    """The plan for what is asked; claims whose premises stay are taken as they are kept.

    For a GPU without fitted efficiencies, where none are given, it is made with the worst and the best of other GPUs.
    Raises `InputError` or one of its kind for cards there are none of, for a model without a growing cache, and for
    premises that leave the time of a pass without a number.
    """
    chip = catalog.accelerator(asked.cards.accelerator)
    missing = [name for name in FITTED if name not in asked.values and name not in efficiencies(chip.name)]
    if not missing:
        return _plan(asked, catalog)
    worst, best = (
        _plan(replace(asked, values={**{name: borrowed(best=end)[name] for name in missing}, **asked.values}), catalog)
        for end in (False, True)
    )
    return replace(worst, at_best=best)


def _plan(asked: Asked, catalog: Catalog) -> Plan:
    """The same, of a GPU with efficiencies."""
    chip = catalog.accelerator(asked.cards.accelerator)
    model = catalog.model(asked.cards.model or DEFAULT_MODEL)
    if not model.attention.cached_numbers:
        raise InputError(f"{model.name} has no layer with a growing cache, by which the claims behind a plan divide: "
                         "there is no plan for it")
    asked = replace(asked, premises={**_of_experts(model), **asked.premises},
                    values={FREE: FREE_BY_DEFAULT, **asked.values})
    taken = [premise for name in (PASS, ENERGY) for premise in outline(find_claim(name)).taken]
    for name in asked.premises:
        if name not in (premise.name for premise in taken):
            raise UnknownNameError("premise", name, dict.fromkeys(premise.name for premise in taken))
    behind = Behind(asked, catalog)
    domain = None if chip.domain is None else int(chip.domain.as_value("its card").number)
    sizes = Sizes(domain, behind)
    systems = tuple(system(gpus, stages, behind) for gpus, stages in sizes.tried(asked.gpus))
    _refuse_unused(asked, systems)
    found = Plan(asked, systems, behind, measured(asked, chip.name, catalog),
                 latent=isinstance(model.attention, LatentAttention))
    return found if found.best is not None else replace(found, remedies=remedies(systems, sizes, behind, catalog))


def _refuse_unused(asked: Asked, systems: tuple[System, ...]) -> None:
    """Raise for a number of a hop that nothing takes."""
    for name in asked.values:
        if name in OF_A_HOP and all(each.stages == 1 for each in systems):
            raise InputError(f"{name} is of the hop between stages of a pipeline, and none is planned: leave it out")


def _of_experts(model: Model) -> dict[str, str]:
    """The premise under which the efficiencies were fitted to models with experts; none for a dense model."""
    return {"weight-fetch": "touched-experts"} if "n_experts" in model_values(model, DEFAULT_FORMAT) else {}


def _beats(other: Point, point: Point) -> bool:
    """True if another pass is better in speed or throughput and no worse in the other."""
    theirs, own = other.numbers, point.numbers
    return theirs != own and theirs[0] >= own[0] and theirs[1] >= own[1]
