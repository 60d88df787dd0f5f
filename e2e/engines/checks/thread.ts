// Checks that the main thread stays free while a store works.

import type { Tab } from '../driver/open.ts'
import type { Check } from './check.ts'
import { append, openStore, project, state, until } from './check.ts'

const events = 20_000
const perAppend = 500

/** Milliseconds that a task may take; the same figure from which browsers call a task long. */
const most = 50

/** A machine that does other things makes tasks longer, never shorter: the best of some runs counts. */
const runs = 3

const query = `fromStream('ticks').when({ $init: () => ({ count: 0 }), Tick: (s, e) => { s.count++; s.n = e.data.n; return s } })`

export const threadChecks: readonly Check[] = [
  {
    name: `No task takes longer than ${most} ms while ${events} events are appended and projected`,
    async run(stage) {
      let best = Infinity
      for (let run = 1; run <= runs && best > most; run++) best = Math.min(best, await longestTask(await openStore(stage, `thread-${run}`)))
      const said = `${Math.round(best)} ms`
      if (best > most) throw new Error(`The longest of the best of ${runs} runs takes ${said}.`)
      return said
    },
  },
]

/** @returns milliseconds. */
async function longestTask(tab: Tab): Promise<number> {
  await tab.show()
  await project(tab, 'ticks', query)
  // The Worker of the query has started, and the code that handles events has been compiled.
  await append(tab, 'ticks', 'Tick')
  await until('the state', async () => (await state(tab, 'ticks')).includes('"count":1'), true)
  await tab.evaluate(startWatching)
  await tab.evaluate(appendAll, events, perAppend)
  await until('the state', async () => (JSON.parse((await state(tab, 'ticks')) || '{}') as { count?: number }).count, events + 1)
  return await tab.evaluate(stopWatching)
}

/**
 * Watches the gaps between ticks of a timer: what exceeds the pause that engines put between them is a task of others, or several. Not by
 * messages, which in WebKit go through the process that also has the database. Runs in the page.
 */
function startWatching(): void {
  const usualPause = 4
  let longest = 0
  let last = performance.now()
  let isOver = false
  const tick = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last - usualPause)
    last = now
    if (!isOver) setTimeout(tick)
  }
  setTimeout(tick)
  const stop = (): number => {
    isOver = true
    return longest
  }
  Object.assign(window, { stop })
}

const stopWatching = (): number => (window as unknown as { stop(): number }).stop()

/** Runs in the page. */
async function appendAll(count: number, size: number): Promise<void> {
  for (let from = 0; from < count; from += size) {
    const batch = Array.from({ length: size }, (_, index) => ({
      eventId: crypto.randomUUID(),
      eventType: 'Tick',
      data: { n: from + index, text: 'an event of usual size, with some text in it' },
    }))
    const { status } = await fetch('http://localhost:2113/streams/ticks', {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.eventstore.events+json' },
      body: JSON.stringify(batch),
    })
    if (status !== 201) throw new Error(`The status is ${status}.`)
  }
}
