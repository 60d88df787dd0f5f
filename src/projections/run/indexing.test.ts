import { describe, expect, it } from 'vitest'
import { openInProcess } from '../../engine/open-query.ts'
import { createStore } from '../../engine/store.ts'

const count = '.when({ $init: () => ({ n: 0 }), $any: (s) => { s.n++ } })'

async function countedBehindAppend(mode: string, source: string, systemProjections: boolean): Promise<string> {
  const store = createStore({ security: 'insecure', systemProjections, openQuery: openInProcess })
  await store.append('a-1', [{ type: 'T', data: {} }])
  await store.settled()
  const body = JSON.stringify(Array.from({ length: 200 }, () => ({ eventId: crypto.randomUUID(), eventType: 'T', data: {} })))
  const headers = { 'Content-Type': 'application/vnd.eventstore.events+json' }
  await store.fetch(new Request('http://store/streams/a-1', { method: 'POST', headers, body }))
  await store.fetch(new Request(`http://store/projections/${mode}?name=p`, { method: 'POST', body: source + count }))
  await store.settled()
  const state = await (await store.fetch(new Request('http://store/projection/p/state'))).text()
  await store.close()
  return state
}

describe('a query right behind an append', () => {
  it.each([
    ['onetime', "fromCategory('a')"],
    ['transient', "fromCategory('a')"],
    ['onetime', "fromStreams('$et-T', 'b')"],
    ['onetime', "fromStream('a-1')"],
  ])('(%s, %s) reads the new events, by their links too', async (mode, source) => {
    expect(await countedBehindAppend(mode, source, true)).toBe('{"n":201}')
  })

  it('does not wait for system projections that are stopped', async () => {
    expect(await countedBehindAppend('onetime', "fromCategory('a')", false)).toBe('')
  })
})
