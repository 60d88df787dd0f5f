// Every query that is opened is closed, whatever fails meanwhile.

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
import { sourcesFixture } from '../model/definition/definition.fixture.ts'
import { trackingStream } from '../model/names.ts'
import type { Projections } from '../projections.ts'
import { createProjections } from '../projections.ts'
import { openCounting } from '../run/tests/counting-query.fixture.ts'

const failure = new Error('The disk is busy.')

/** A storage that fails when the test says so. */
function unreliable() {
  const memory = memoryStorage()
  let failing: 'writes' | 'lists of emitted streams' | undefined
  const storage: Storage & { readonly name: string } = {
    ...memory,
    name: platformEnvironment().uuid(),
    write: (work) => (failing === 'writes' ? Promise.reject(failure) : memory.write(work)),
    read: (work) =>
      memory.read((tx) =>
        work({
          ...tx,
          head: (stream) => {
            if (failing === 'lists of emitted streams' && stream === trackingStream('p')) throw failure
            return tx.head(stream)
          },
        }),
      ),
  }
  const whileFailing = async (what: typeof failing, work: () => Promise<unknown>) => {
    failing = what
    await work().finally(() => (failing = undefined))
  }
  return { storage, whileFailing }
}

async function openTab(storage: Storage) {
  let open = 0
  const openQuery: OpenQuery = async (source, options) => {
    const query = (await openCounting({ sources: sourcesFixture() })(source, options)) as Query
    open++
    return { ...query, close: () => void open-- }
  }
  const reported: unknown[] = []
  const environment = { ...platformEnvironment(), report: (error: unknown) => reported.push(error) }
  const streams = createStreams({ storage, environment })
  const settings = { ...defaultSettings, systemProjections: false }
  const projections = createProjections({ storage, streams, openQuery, environment, settings })
  await storage.write((tx) => projections.startIn(tx))
  await projections.start()
  return { projections, reported, streams, openQueries: () => open }
}

const create = (projections: Projections) => {
  const flags = { enabled: true, checkpoints: true, emit: true, trackEmittedStreams: true }
  return projections.create({ name: 'p', user: systemUser, mode: 'Continuous', handlerType: 'JS', query: '', ...flags })
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}

test('closes the query where the write fails that it was opened for', async () => {
  const { storage, whileFailing } = unreliable()
  const { projections, openQueries } = await openTab(storage)
  await whileFailing('writes', () => assert.rejects(create(projections), failure))
  assert.equal(openQueries(), 0)

  await create(projections)
  const command = (name: 'disable' | 'enable') => projections.command({ name: 'p', user: systemUser, command: name, claims: false })
  await command('disable')
  await until(() => openQueries() === 0)
  await whileFailing('writes', () => assert.rejects(command('enable'), failure))
  assert.equal(openQueries(), 0)
  await projections.close()
})

test('closes the query where a runner cannot read what it needs besides', async () => {
  const { storage, whileFailing } = unreliable()
  const { projections, reported, openQueries } = await openTab(storage)
  await whileFailing('lists of emitted streams', async () => {
    await create(projections)
    await until(() => reported.length > 0)
  })
  assert.deepEqual(reported, [failure])
  await projections.close()
  assert.equal(openQueries(), 0)
})

test('closes the query where the tab has no runners', async () => {
  const { storage } = unreliable()
  const leader = await openTab(storage)
  const other = await openTab(storage)
  await create(other.projections)
  assert.equal(other.openQueries(), 0)
  const event = { id: platformEnvironment().uuid(), type: 'T', data: '{}', metadata: '', isJson: true }
  await other.streams.append({ stream: 's', events: newEvents([event]), expected: expectedVersion.any })
  await other.projections.settled()
  assert.equal(leader.openQueries(), 1)
  await leader.projections.close()
  assert.equal(leader.openQueries(), 0)
  await other.projections.close()
  assert.equal(other.openQueries(), 0)
})
