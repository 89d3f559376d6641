#!/bin/sh
# A browser and Chinese fonts for the browser tests, from the system's packages where they are missing. The headless shell is half the
# work for the machine; where it cannot be had, any Chromium will do.
set -eu
have() { command -v "$1" >/dev/null; }
have_browser() { have chromium || have chromium-browser || have google-chrome; }
have_fonts() { [ -n "$(fc-list :lang=zh 2>/dev/null | head -n 1)" ]; }
install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null; }
have chromium-headless-shell && have_fonts && exit 0
if have apt-get && [ "$(id -u)" = 0 ]; then
  echo "  · installing a browser and Chinese fonts for the tests (once)"
  apt-get update -qq || true
  have chromium-headless-shell || install chromium-headless-shell 2>/dev/null || have_browser || install chromium
  have_fonts || install fonts-noto-cjk fontconfig
elif ! { have_browser && have_fonts; }; then
  echo "  · no browser or no Chinese font: install chromium and fonts-noto-cjk, or the browser tests are skipped"
fi
