#!/usr/bin/env bash
# The mocked timers of node:test append a delay that is a text to the digits of the time: at 100 milliseconds, "5" is due at 1005.
#
# Node 24.21.0, and @sinonjs/fake-timers 15.5.0 beside it. Guess: a mock makes a number of the delay, as the timers of the same platform do. Seen: before
# the first tick "5" is due after 5 milliseconds, by luck; after a tick of 100 it is due after 905, and after one of 2000 after 18005. Intervals too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 @sinonjs/fake-timers@15.5.0
cat >look.cjs <<'JS'
const { mock } = require('node:test')
const { install } = require('@sinonjs/fake-timers')

/** After how many ticks of 1 the timer of the delay is called. */
function due(delay, tick, passed) {
  if (passed > 0) tick(passed)
  let isCalled = false
  setTimeout(() => (isCalled = true), delay)
  let ticks = 0
  for (; !isCalled; ticks++) tick(1)
  return ticks
}

for (const passed of [0, 100, 2000]) {
  const seen = []
  for (const delay of [5, '5']) {
    mock.timers.enable({ apis: ['setTimeout'] })
    seen.push(due(delay, (milliseconds) => mock.timers.tick(milliseconds), passed))
    mock.timers.reset()
    const clock = install()
    seen.push(due(delay, (milliseconds) => clock.tick(milliseconds), passed))
    clock.uninstall()
  }
  console.log(`after ${passed}: 5 is ${seen[0]} and ${seen[1]}, "5" is ${seen[2]} and ${seen[3]}`)
}
JS
seen=$(./node_modules/.bin/node --no-warnings look.cjs)
echo "$seen"
[ "$seen" = 'after 0: 5 is 5 and 5, "5" is 5 and 5
after 100: 5 is 5 and 5, "5" is 905 and 5
after 2000: 5 is 5 and 5, "5" is 18005 and 5' ]
