#!/bin/sh
# A browser and Chinese fonts for the browser tests, from the system's packages where they are missing.
set -eu
have_browser() { command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null; }
have_fonts() { [ -n "$(fc-list :lang=zh 2>/dev/null | head -n 1)" ]; }
have_browser && have_fonts && exit 0
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  echo "  · installing a browser and Chinese fonts for the tests (once)"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-noto-cjk fontconfig >/dev/null
else
  echo "  · no browser or no Chinese font: install chromium and fonts-noto-cjk, or the browser tests are skipped"
fi
