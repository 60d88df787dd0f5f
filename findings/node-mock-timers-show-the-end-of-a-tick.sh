#!/usr/bin/env bash
# In the mocked time of node:test the callbacks of one tick all see the time at its end, not that at which they are due.
#
# Node 24.21.0, and @sinonjs/fake-timers 15.5.0 beside it. Guess: `tick(200)` walks through the timers, so that one of 50 milliseconds finds the
# clock at 50. Seen: `Date.now()` is 200 in every callback. Code that measures or sets its next time by the clock drifts: a poll every 50
# milliseconds that plans the next one itself runs once in a tick of 200, and four times in four ticks of 50.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 @sinonjs/fake-timers@15.5.0
cat >look.cjs <<'JS'
const { mock } = require('node:test')
const { install } = require('@sinonjs/fake-timers')

/** Polls at every multiple of 50 milliseconds that is still to come. */
function polls(tick, ticks) {
  const times = []
  const plan = () => {
    const next = (Math.floor(Date.now() / 50) + 1) * 50
    setTimeout(() => {
      times.push(Date.now())
      plan()
    }, next - Date.now())
  }
  plan()
  for (const milliseconds of ticks) tick(milliseconds)
  return times.join(' ')
}

for (const ticks of [[200], [50, 50, 50, 50]]) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
  console.log(`node:test, ${ticks.length}: ${polls((milliseconds) => mock.timers.tick(milliseconds), ticks)}`)
  mock.timers.reset()
  const clock = install({ now: 0 })
  console.log(`fake-timers, ${ticks.length}: ${polls((milliseconds) => clock.tick(milliseconds), ticks)}`)
  clock.uninstall()
}
JS
seen=$(./node_modules/.bin/node --no-warnings look.cjs)
echo "$seen"
[ "$seen" = 'node:test, 1: 200
fake-timers, 1: 50 100 150 200
node:test, 4: 50 100 150 200
fake-timers, 4: 50 100 150 200' ]
