"""The letters of keeping a cache for later: on the GPU, on a slower device, or not at all."""

from derivations.claims.notation.prefill import RENT
from derivations.claims.notation.prices import PRICES
from derivations.engine.quantity import Quantity

HOLDING = (
    *RENT[:2],
    Quantity("t_hold", "s", "time that the cache of a token is kept", latex=r"t_{\mathrm{hold}}"),
    Quantity("h_hbm", "USD/s/token", "rent of the memory of a GPU that the cache of one token fills",
             latex=r"h_{\mathrm{HBM}}", definition="p_gpu*kappa_stored/M_gpu"),
    Quantity("M_dev", "byte", "capacity of one memory device", latex=r"M_{\mathrm{dev}}"),
    Quantity("W_dev", "byte/s", "bandwidth of one memory device", latex=r"W_{\mathrm{dev}}"),
    Quantity("p_dev", "USD/s", "price of a second of one memory device; a reader's own number",
             latex=r"p_{\mathrm{dev}}"),
    Quantity("h_dev", "USD/s/token", "price of the part of a device that the cache of one token fills",
             latex=r"h_{\mathrm{dev}}", definition="p_dev*kappa_stored/M_dev"),
    Quantity("e_dev", "USD/token", "price of the time in which a device reads the cache of one token",
             latex=r"e_{\mathrm{dev}}", definition="p_dev*kappa_stored/W_dev"),
    Quantity("cost_hbm", "USD/token", "cost of a cache that is kept in the memory of a GPU",
             latex=r"c_{\mathrm{HBM}}"),
    Quantity("cost_dev", "USD/token", "cost of a cache that is kept on a device, and read from it once",
             latex=r"c_{\mathrm{dev}}"),
    Quantity("cost_way", "USD/token", "cost of the cheapest way to have the cache of a token again",
             latex=r"c_{\min}"),
    Quantity("y_hold", "", "rent of a token's cache in the memory of a GPU, over the price of keeping it on a device",
             latex=r"y_{\mathrm{hold}}", definition="h_hbm/h_dev"),
    Quantity("y_fetch", "", "rent of computing a token again, over the price of reading its cache from a device",
             latex=r"y_{\mathrm{fetch}}", definition="q_rent/e_dev"),
    Quantity("y_load", "", "time of one GPU to compute a token again, over that of one device to read its cache",
             latex=r"y_{\mathrm{load}}", definition="(phi*N_active/(1[GPU]*C_gpu))/(kappa_stored/W_dev)"),
)  # fmt: skip

USED_EVENLY = (
    Quantity("n_dev", "", "devices that hold all caches and read them in time", latex=r"n_{\mathrm{dev}}"),
    Quantity("S_held", "byte", "all caches that are kept at one time", latex=r"S_{\mathrm{held}}"),
    Quantity("k_hold", "", "reads of a cache while it is kept", latex=r"k_{\mathrm{hold}}"),
    Quantity("t_brief", "s", "shorter hold time on a price list", latex=r"t_{\mathrm{brief}}"),
    Quantity("t_lasting", "s", "longer hold time on a price list", latex=r"t_{\mathrm{lasting}}"),
    Quantity("y_brief", "", "shorter hold time over the time to read a device once", latex=r"y_{\mathrm{brief}}",
             definition="t_brief*W_dev/M_dev"),
    Quantity("y_lasting", "", "longer hold time over the time to read a device once", latex=r"y_{\mathrm{lasting}}",
             definition="t_lasting*W_dev/M_dev"),
)  # fmt: skip

CACHE_PRICES = (
    *(each for each in PRICES if each.name == "q_short"),
    Quantity("q_write", "USD/token", "price of a token of input that is then kept", latex=r"q_{\mathrm{write}}"),
    Quantity("q_hit", "USD/token", "price of a token of input that is found in the cache", latex=r"q_{\mathrm{hit}}"),
    Quantity("q_again", "USD/Mtoken", "price of a token computed afresh: that of input", latex=r"q_{\mathrm{again}}",
             definition="q_short"),
    Quantity("q_kept", "USD/Mtoken", "price of a token computed and kept", latex=r"q_{\mathrm{kept}}",
             definition="q_write"),
    Quantity("q_extra", "USD/token", "what keeping a token costs beyond computing it", latex=r"q_{\mathrm{extra}}",
             definition="q_write - q_short"),
    Quantity("q_saved", "USD/token", "what finding a token in the cache saves", latex=r"q_{\mathrm{saved}}",
             definition="q_short - q_hit"),
    Quantity("x_write", "", "price of a token that is kept, over that of input", latex=r"x_{\mathrm{write}}",
             definition="q_write/q_short"),
    Quantity("x_hit", "", "price of a token found in the cache, over that of input", latex=r"x_{\mathrm{hit}}",
             definition="q_hit/q_short"),
    Quantity("y_hit", "", "price of input over that of a token found in the cache", latex=r"y_{\mathrm{hit}}",
             definition="q_short/q_hit"),
    Quantity("y_written", "", "price of a token that is kept over that of one found in the cache",
             latex=r"y_{\mathrm{written}}", definition="q_write/q_hit"),
    Quantity("k_read", "", "how often a token is read again", latex=r"k"),
    Quantity("cost_reads", "USD/token", "cheaper way to pay for a token and its further reads",
             latex=r"c_{\mathrm{reads}}"),
)  # fmt: skip
