#!/usr/bin/env bash
# A fake clock of @sinonjs/fake-timers that sees the first time-out of an AbortSignal keeps those of the whole process, also once it is uninstalled.
#
# @sinonjs/fake-timers 15.5.0 with Node 24.21.0. Guess: `AbortSignal.timeout` belongs to the platform, so a fake clock never moves it, and after
# `uninstall()` nothing of the clock is left. Seen: Node looks up its timers when the method is called first. A fake clock that is installed then
# stays in there: its ticks abort the signal, and a signal that is made after `uninstall()` waits for that clock too. Where an earlier call came
# before the clock, no fake clock moves any.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 @sinonjs/fake-timers@15.5.0
cat >look.cjs <<'JS'
const { install } = require('@sinonjs/fake-timers')

if (process.argv[2] === 'called before') AbortSignal.timeout(1)
const clock = install()
const during = AbortSignal.timeout(1000)
clock.tick(1000)
console.log(`${process.argv[2]}: ${during.aborted} in fake time`)
clock.uninstall()
const after = AbortSignal.timeout(20)
setTimeout(() => {
  console.log(`${process.argv[2]}: ${after.aborted} after 500 real milliseconds`)
  clock.tick(20)
  console.log(`${process.argv[2]}: ${after.aborted} after a tick of the uninstalled clock`)
}, 500)
JS
seen=$(for first in 'not called before' 'called before'; do ./node_modules/.bin/node look.cjs "$first"; done)
echo "$seen"
[ "$seen" = 'not called before: true in fake time
not called before: false after 500 real milliseconds
not called before: true after a tick of the uninstalled clock
called before: false in fake time
called before: true after 500 real milliseconds
called before: true after a tick of the uninstalled clock' ]
