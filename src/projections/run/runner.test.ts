// How often a run reads its source, and that it sees events that are written while it reads and handles.

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { newEvents } from '../../base/events/event-table.ts'
import { platformEnvironment } from '../../base/platform/environment.ts'
import { defaultSettings } from '../../base/settings.ts'
import { systemUser } from '../../base/user.ts'
import type { OpenQuery, Query } from '../../query/query.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Storage } from '../../storage/storage.ts'
import { createStreams, expectedVersion } from '../../streams/streams.ts'
import { firstBatchLength } from '../source/batch-size.ts'
import { openCounting } from './tests/counting-query.fixture.ts'
import { sourcesFixture } from '../model/definition/definition.fixture.ts'
import { createProjections } from '../projections.ts'

const environment = platformEnvironment()

interface Moments {
  /** Called when the query is about to handle events. */
  readonly run?: (append: () => Promise<void>, time: number) => Promise<void>
  /** Called when events of the source have been read. */
  readonly read?: (append: () => Promise<void>, time: number) => Promise<void>
}

/** Runs a projection over `count` events, while more are appended at certain moments. */
async function runOver(count: number, moments: Moments): Promise<{ state: string; reads: number }> {
  const memory = memoryStorage()
  let [reads, runs, isRunning] = [0, 0, false]
  const storage: Storage = {
    ...memory,
    read: async (work) => {
      const before = reads
      const result = await memory.read((tx) =>
        work({ ...tx, stream: (...asked) => (isRunning && asked[0] === 's' && reads++, tx.stream(...asked)) }),
      )
      if (reads > before) await moments.read?.(append, reads)
      return result
    },
  }
  const streams = createStreams({ storage, environment })
  const event = () => ({ id: environment.uuid(), type: 'T', data: '{}', metadata: '', isJson: true })
  const appendMany = async (events: number): Promise<void> => {
    await streams.append({ stream: 's', events: newEvents(Array.from({ length: events }, event)), expected: expectedVersion.any })
  }
  const append = () => appendMany(1)
  const openQuery: OpenQuery = async (source, options) => {
    const query = (await openCounting({ sources: sourcesFixture({ allStreams: false, streams: ['s'] }) })(source, options)) as Query
    return {
      ...query,
      run: async (texts, limits) => {
        await moments.run?.(append, ++runs)
        return await query.run(texts, limits)
      },
    }
  }
  const settings = { ...defaultSettings, systemProjections: false }
  const projections = createProjections({ storage, streams, openQuery, environment, settings })
  await storage.write((tx) => projections.startIn(tx))
  await projections.start()
  await appendMany(count)
  isRunning = true
  const flags = { enabled: true, checkpoints: true, emit: false, trackEmittedStreams: false }
  await projections.create({ name: 'p', user: systemUser, mode: 'Continuous', handlerType: 'JS', query: '', ...flags })
  await projections.settled()
  const outcome = await projections.state('p', '')
  await projections.close()
  assert.equal(outcome.kind, 'texts')
  return { state: outcome.kind === 'texts' ? outcome.state : '', reads }
}

const two = firstBatchLength + 50

test('reads each batch once, the live reader the one that it takes over, and none again without a write', async () => {
  assert.deepEqual(await runOver(two, {}), { state: `{"n":${two}}`, reads: 3 })
})

test('sees events that are appended while the last batch has been read and the one before it is handled', async () => {
  const bothRead = Promise.withResolvers<void>()
  const { state } = await runOver(two, {
    read: async (_, time) => {
      if (time === 3) bothRead.resolve()
    },
    run: async (append, time) => {
      if (time > 1) return
      await bothRead.promise
      await append()
    },
  })
  assert.equal(state, `{"n":${two + 1}}`)
})

test('sees events that are appended while the last batch is handled', async () => {
  const { state } = await runOver(two, { run: (append, time) => (time === 2 ? append() : Promise.resolve()) })
  assert.equal(state, `{"n":${two + 1}}`)
})

test.each([1, 2, 3])('sees events that are appended right behind read %i', async (read) => {
  const { state } = await runOver(two, { read: (append, time) => (time === read ? append() : Promise.resolve()) })
  assert.equal(state, `{"n":${two + 1}}`)
})
