"""The number of the form of what commands print as plain data: another where a field changes its meaning or goes away.

Schema 2: the verdicts stand under `derivation`, `as_said`, `on_hardware`, `against_measurement` and `retold`, the
stored derivation under `trace`, and of published numbers there is one entry for each statement.

Schema 3: every command prints one object with the number under `schema`; what was a list stands under `claims` (list,
check), `rows` (evidence), `numbers` or `versions` (numbers).

Schema 4: the ratios of what is measured stand under `against_measurement.quantities`, an entry for each quantity that
is measured (`quantity`, `rows`, `median_ratio`, `lowest_ratio`, `highest_ratio`, `explains`, `attributed`), and none is
told over unlike ones. Each row of `evidence` names its `quantity`.

Schema 5: `list` and `evidence` print a list, every object of which has the number under `schema`. With a change, each
claim of `list` has what was `changed` and its own `standing`, in place of three lists of names beside the claims, and
`before` and `after` have the `contradictions` of their numbers. Rows
of `evidence` have `falsifier`, the sentence on what would falsify the claim by the row's test, and `falsified`. What
stands under `whole_numbers` has one form in `show` and `solve`: `json.whole_json`.

Schema 6: a number has one form everywhere: `value` (a number, null where there is none), `exact`, `unit`, `text`; one
that is derived also `why_not`. So `value` is no text in `origins`, `given`, `set_aside`, `held`, in `numbers` of
`compare` and in figures of cards, where `text` is what was typed; `shown` of `compare` and `list` is `text` or
`why_not`. The tree of `why` has its numbers as text, as before.
"""

SCHEMA = 6
