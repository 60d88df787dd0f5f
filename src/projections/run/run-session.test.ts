import assert from 'node:assert/strict'
import { test } from 'vitest'
import { newEvents } from '../../base/events/event-table.ts'
import { platformEnvironment } from '../../base/platform/environment.ts'
import { defaultSettings } from '../../base/settings.ts'
import { systemUser } from '../../base/user.ts'
import type { OpenQuery, Query, StatesByPartition } from '../../query/query.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import { createStreams, expectedVersion } from '../../streams/streams.ts'
import { openCounting } from './tests/counting-query.fixture.ts'
import { sourcesFixture } from '../model/definition/definition.fixture.ts'
import { createProjections } from '../projections.ts'

const request = { name: 'p', user: systemUser }

/** Opens a store whose projection `p` can be created; its query changes how the counting one runs. */
async function openStore(counting: OpenQuery, run: (query: Query) => Query['run']) {
  const openQuery: OpenQuery = async (source, options) => {
    const query = (await counting(source, options)) as Query
    return { ...query, run: run(query) }
  }
  const environment = platformEnvironment()
  const storage = memoryStorage()
  const streams = createStreams({ storage, environment })
  const settings = { ...defaultSettings, systemProjections: false }
  const projections = createProjections({ storage, streams, openQuery, environment, settings })
  await storage.write((tx) => projections.startIn(tx))
  await projections.start()
  const append = (count: number) => {
    const events = Array.from({ length: count }, () => ({ id: environment.uuid(), type: 'T', data: '{}', metadata: '', isJson: true }))
    return streams.append({ stream: 's', events: newEvents(events), expected: expectedVersion.any })
  }
  const flags = { enabled: true, checkpoints: true, emit: false, trackEmittedStreams: false }
  const create = () => projections.create({ ...request, mode: 'Continuous', handlerType: 'JS', query: '', ...flags })
  return { projections, append, create }
}

/** Longer than a turn may last (yield.ts). */
const slowly = () => {
  const started = performance.now()
  while (performance.now() - started < 12);
}

test('lets others have their turn between two slices of a slow batch', async () => {
  let turn = 0
  const sliceTurns: number[] = []
  const { projections, append, create } = await openStore(openCounting({ sources: sourcesFixture({}) }), (query) => (texts, limits) => {
    sliceTurns.push(turn)
    slowly()
    return query.run(texts, { ...limits, events: 1 })
  })
  await append(8)

  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await create()
  await projections.settled()
  isOver = true
  await projections.close()

  assert.equal(sliceTurns.length, 8)
  assert.equal(new Set(sliceTurns).size, 8, `slices ran in the turns ${sliceTurns.join()}`)
})

test('loads the texts of partitions for which the query asks only while it runs', async () => {
  let asks = false
  const given: StatesByPartition[] = []
  const counting = openCounting({ sources: sourcesFixture({ byCustomPartitions: true }), partitionOf: () => 'k' })
  const { projections, append, create } = await openStore(counting, (query) => async (texts, limits) => {
    given.push(texts)
    if (!asks) return await query.run(texts, limits)
    asks = false
    const nothing = await query.run(texts, { ...limits, events: 0 })
    return { ...nothing, missing: ['k'] }
  })
  await append(2)
  await create()
  await projections.settled()
  await projections.command({ ...request, command: 'disable', claims: false })
  await projections.settled()
  asks = true
  await append(1)
  await projections.command({ ...request, command: 'enable', claims: false })
  await projections.settled()
  const state = await projections.state('p', 'k')
  await projections.close()

  assert.equal(given.at(-1)!.get('k')?.state, '{"n":2}')
  assert.equal('state' in state && state.state, '{"n":3}')
})
