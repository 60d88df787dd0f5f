// Checks of one store in one tab and in several: start, append, read, project, reload, hand over.

import type { Check } from './check.ts'
import { append, counter, openStore, project, same, seconds, send, startStore, state, until } from './check.ts'

const rounds = 5

export const storeChecks: readonly Check[] = [
  {
    name: 'A store starts and answers the fetch of its page',
    async run(stage) {
      const tab = await openStore(stage, 'start')
      same('the answer to a ping', (await send(tab, 'GET', '/ping')).status, 200)
    },
  },
  {
    name: 'An appended event is read back',
    async run(stage) {
      const tab = await openStore(stage, 'append')
      await append(tab, 'orders', 'Placed', { total: 42 })
      const { status, body } = await send(tab, 'GET', '/streams/orders/0')
      same('the event', [status, JSON.parse(body)], [200, { total: 42 }])
    },
  },
  {
    name: 'A projection counts',
    async run(stage) {
      const tab = await openStore(stage, 'project')
      await project(tab, 'ticks', counter('ticks'))
      await append(tab, 'ticks', 'Tick')
      await until('the state', () => state(tab, 'ticks'), '{"count":1}')
    },
  },
  {
    name: `A reload keeps streams and projections, ${rounds} times of ${rounds}`,
    async run(stage) {
      const tab = await openStore(stage, 'reload')
      await project(tab, 'ticks', counter('ticks'))
      let longest = 0
      for (let round = 1; round <= rounds; round++) {
        await append(tab, 'ticks', 'Tick')
        await until('the state', () => state(tab, 'ticks'), JSON.stringify({ count: round }))
        const started = performance.now()
        await tab.reload()
        await startStore(tab, 'reload')
        longest = Math.max(longest, performance.now() - started)
        await until('the state after a reload', () => state(tab, 'ticks'), JSON.stringify({ count: round }))
      }
      return `≤ ${seconds(longest)}`
    },
  },
  {
    name: 'A second tab has the same store',
    async run(stage) {
      const first = await openStore(stage, 'tabs')
      const second = await openStore(stage, 'tabs')
      await project(first, 'ticks', counter('ticks'))
      await append(first, 'ticks', 'Tick')
      await append(second, 'ticks', 'Tick')
      for (const tab of [first, second]) await until('the state', () => state(tab, 'ticks'), '{"count":2}')
      same('the event of the other tab', (await send(first, 'GET', '/streams/ticks/1')).status, 200)
    },
  },
  {
    name: 'Of conflicting writes of two tabs one wins each time, and none is lost',
    async run(stage) {
      const tabs = [await openStore(stage, 'race'), await openStore(stage, 'race')]
      const race = async (tab: (typeof tabs)[number]) => {
        let won = 0
        for (let version = -1; version < 29; version++) if (await tab.evaluate(appendAt, version)) won++
        return won
      }
      const won = await Promise.all(tabs.map(race))
      same('the writes that won', won[0]! + won[1]!, 30)
    },
  },
  {
    name: 'When the tab that runs the projections closes, another takes over',
    async run(stage) {
      const first = await openStore(stage, 'closed')
      await project(first, 'ticks', counter('ticks'))
      await append(first, 'ticks', 'Tick')
      await until('the state', () => state(first, 'ticks'), '{"count":1}')
      const second = await openStore(stage, 'closed')
      await first.close()
      await second.show()
      await append(second, 'ticks', 'Tick')
      return seconds(await until('the state', () => state(second, 'ticks'), '{"count":2}'))
    },
  },
  {
    name: 'When it reloads, another takes over, and it comes back',
    async run(stage) {
      const first = await openStore(stage, 'reloaded')
      await project(first, 'ticks', counter('ticks'))
      const second = await openStore(stage, 'reloaded')
      await append(second, 'ticks', 'Tick')
      await until('the state', () => state(second, 'ticks'), '{"count":1}')
      const reloaded = first.reload()
      await append(second, 'ticks', 'Tick')
      const took = await until('the state', () => state(second, 'ticks'), '{"count":2}')
      await reloaded
      await startStore(first, 'reloaded')
      await until('the state in the tab that is back', () => state(first, 'ticks'), '{"count":2}')
      return seconds(took)
    },
  },
]

/** Appends behind the expected version; true if this tab was the first. Runs in the page. */
async function appendAt(version: number): Promise<boolean> {
  const response = await fetch('http://localhost:2113/streams/race', {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.eventstore.events+json', 'es-expectedversion': String(version) },
    body: JSON.stringify([{ eventId: crypto.randomUUID(), eventType: 'Step', data: {} }]),
  })
  if (response.status !== 201 && response.status !== 400) throw new Error(`The status is ${response.status}.`)
  return response.status === 201
}
