import assert from 'node:assert/strict'
import { test } from 'vitest'
import { newEvents } from '../../base/event-table.ts'
import { platformEnvironment } from '../../base/environment.ts'
import { defaultSettings } from '../../base/settings.ts'
import { systemUser } from '../../base/user.ts'
import type { OpenQuery, Query } from '../../query/query.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import { createStreams, expectedVersion } from '../../streams/streams.ts'
import { openCounting } from './counting-query.fixture.ts'
import { sourcesFixture } from '../model/definition.fixture.ts'
import { createProjections } from '../projections.ts'

/** Longer than a turn may last (yield.ts). */
const slowly = () => {
  const started = performance.now()
  while (performance.now() - started < 12);
}

test('lets others have their turn between two slices of a slow batch', async () => {
  let turn = 0
  const sliceTurns: number[] = []
  const openSlow: OpenQuery = async (source, options) => {
    const query = (await openCounting({ sources: sourcesFixture({}) })(source, options)) as Query
    return {
      ...query,
      run: (texts, limits) => {
        sliceTurns.push(turn)
        slowly()
        return query.run(texts, { ...limits, events: 1 })
      },
    }
  }
  const environment = platformEnvironment()
  const storage = memoryStorage()
  const streams = createStreams({ storage, environment })
  const settings = { ...defaultSettings, systemProjections: false }
  const projections = createProjections({ storage, streams, openQuery: openSlow, environment, settings })
  await storage.write((tx) => projections.startIn(tx))
  await projections.start()
  const events = Array.from({ length: 8 }, () => ({ id: environment.uuid(), type: 'T', data: '{}', metadata: '', isJson: true }))
  await streams.append({ stream: 's', events: newEvents(events), expected: expectedVersion.any })

  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const flags = { enabled: true, checkpoints: true, emit: false, trackEmittedStreams: false }
  await projections.create({ name: 'p', user: systemUser, mode: 'Continuous', handlerType: 'JS', query: '', ...flags })
  await projections.settled()
  isOver = true
  await projections.close()

  assert.equal(sliceTurns.length, 8)
  assert.equal(new Set(sliceTurns).size, 8, `slices ran in the turns ${sliceTurns.join()}`)
})
