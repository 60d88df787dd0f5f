#!/usr/bin/env bash
# A task of @lit/task goes on when its element leaves the page, and its signal does not abort; a removed element even starts new ones.
#
# lit 3.3.3, @lit/task 1.0.3, in Debian's Chromium 156. Guess: a task is a controller of its element, which is told of the removal, and gives a signal to end
# requests by, so it aborts then. Seen: the signal aborts only for a newer run of the same task. A view that was left keeps its request, long
# poll or stream of events until the server ends it, and a change of a property that a removed element hears of sends another.
# `hostDisconnected`, or `disconnectedCallback`, has to call `task.abort()`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 esbuild@0.28.2 lit@3.3.3 @lit/task@1.0.3 playwright-core@1.65.1
cat >page.js <<'JS'
import { Task } from '@lit/task'
import { LitElement } from 'lit'

const seen = []
const pause = (time) => new Promise((over) => setTimeout(over, time))
class OrderView extends LitElement {
  static properties = { number: {} }
  task = new Task(this, {
    args: () => [this.number],
    task: async ([number], { signal }) => {
      signal.addEventListener('abort', () => seen.push(`${number} aborts`))
      await pause(200)
      seen.push(`${number} ends${signal.aborted ? ' aborted' : ''}`)
    },
  })
}
customElements.define('order-view', OrderView)
const view = document.createElement('order-view')
document.body.append(view)
async function show(number) {
  view.number = number
  await view.updateComplete
  await pause(50)
}
await show(1)
await show(2)
await pause(500)
seen.push('then')
await show(3)
view.remove()
await pause(500)
seen.push('removed')
await show(4)
await pause(500)
window.seen = seen.join(', ')
JS
cat >look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
const page = await browser.newPage()
await page.setContent(`<body><script type="module">${readFileSync('bundle.js')}</script></body>`)
console.log(await (await page.waitForFunction(() => window.seen)).jsonValue())
await browser.close()
JS
./node_modules/.bin/esbuild page.js --bundle --format=esm --outfile=bundle.js --log-level=error
seen=$(HOME=$folder ./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = '1 aborts, 1 ends aborted, 2 ends, then, 3 ends, removed, 4 ends' ]
