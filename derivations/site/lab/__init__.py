"""The lab: a page on which the engine derives a claim again in the browser, under premises of the reader's own."""
