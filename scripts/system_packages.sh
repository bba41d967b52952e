#!/usr/bin/env bash
# What the tests of PDF files, pages and proofs need beside Python: pdflatex with the style of IEEE and siunitx, XeLaTeX with what
# nbconvert's own PDF loads (256 MB), pandoc for Word, a browser without a window, npm, which brings the script that looks for
# what a screen reader would miss, and the prover Rocq (Coq) with Coquelicot.
# Installs what is missing on Debian and its relatives; elsewhere says what is missing.
set -euo pipefail

missing=()
command -v pdflatex >/dev/null || missing+=(texlive-latex-base)
kpsewhich IEEEtran.bst >/dev/null 2>&1 || missing+=(texlive-publishers)
kpsewhich siunitx.sty >/dev/null 2>&1 || missing+=(texlive-science)
command -v xelatex >/dev/null || missing+=(texlive-xetex)
kpsewhich ulem.sty >/dev/null 2>&1 || missing+=(texlive-plain-generic)
command -v pandoc >/dev/null || missing+=(pandoc)
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
  || missing+=(chromium)
command -v npm >/dev/null || missing+=(npm)
command -v coqc >/dev/null || missing+=(coq)
[ -d "$(coqc -where 2>/dev/null)/user-contrib/Coquelicot" ] || missing+=(libcoq-coquelicot)
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "missing, by their Debian names: ${missing[*]}" >&2
  exit 1
fi
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
export DEBIAN_FRONTEND=noninteractive
echo "installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
