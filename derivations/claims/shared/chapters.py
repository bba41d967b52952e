"""The chapters of the lecture: the time each begins at, and its title; and the one of what is derived beyond it."""

BATCH_SIZE = "0:00:00 How batch size affects token cost and speed"
RACKS = "0:32:09 How MoE models are laid out across GPU racks"
PIPELINES = "0:47:12 How pipeline parallelism spreads model layers across racks"
NOT_WISE = "1:03:37 Why Ilya said, “As we now know, pipelining is not wise.”"
OVERTRAINED = "1:18:59 Because of RL, models may be 100x over-trained beyond Chinchilla-optimal"
PRICES = "1:33:02 Deducing long context memory costs from API pricing"
CRYPTOGRAPHY = "2:04:02 Convergent evolution between neural nets and cryptography"

AFTERWARDS = "After the lecture"
