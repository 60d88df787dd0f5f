import { describe, expect, it } from 'vitest'
import { openInProcess } from '../../../engine/queries/open-query.ts'
import { createStore } from '../../../engine/store.ts'
import { memoryStorage } from '../../../storage/memory/memory.ts'
import type { Definition } from '../../model/definition/definition.ts'
import { definitionFixture, rowFixture, runFixture, sourcesFixture } from '../../model/definition/definition.fixture.ts'
import { projectionRows, runRows } from '../../model/tables.ts'
import type { Services } from '../../services.ts'
import { awaitedIndexing } from './indexing.ts'

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

describe('waiting for a system projection that never comes to the end', () => {
  const wait = async (definition: Partial<Definition>) => {
    let now = 0
    const storage = memoryStorage()
    await storage.write((tx) => {
      tx.putRow(projectionRows, 'p', rowFixture({ definition: definitionFixture(definition) }))
      tx.putRow(projectionRows, '$i', rowFixture({ name: '$i', definition: definitionFixture({ handlerType: 'native:Index' }) }))
      tx.putRow(runRows, '$i', runFixture())
      return Promise.resolve()
    })
    const isOver = await awaitedIndexing({ storage, environment: { now: () => now } } as unknown as Services, 'p')
    return isOver && { before: await isOver(), after: await ((now = 2000), isOver()) }
  }
  const ofIndex = sourcesFixture({ categories: ['a'] })

  it('ends after two seconds', async () => {
    expect(await wait({ mode: 'OneTime', sources: ofIndex })).toEqual({ before: false, after: true })
  })

  it('is not for continuous projections, nor for streams of users', async () => {
    expect(await wait({ mode: 'Continuous', sources: ofIndex })).toBeUndefined()
    expect(await wait({ mode: 'OneTime' })).toBeUndefined()
  })
})
