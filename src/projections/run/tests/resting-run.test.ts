// A tab that takes over opens the queries of projections only where there is something for them.

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { newEvents } from '../../../base/events/event-table.ts'
import { platformEnvironment } from '../../../base/platform/environment.ts'
import { defaultSettings } from '../../../base/settings.ts'
import { systemUser } from '../../../base/user.ts'
import type { OpenQuery } from '../../../query/query.ts'
import { memoryStorage } from '../../../storage/memory/memory.ts'
import type { Storage } from '../../../storage/storage.ts'
import { createStreams, expectedVersion } from '../../../streams/streams.ts'
import { sourcesFixture } from '../../model/definition/definition.fixture.ts'
import type { Projections } from '../../projections.ts'
import { createProjections } from '../../projections.ts'
import { openCounting } from './counting-query.fixture.ts'

const environment = platformEnvironment()
const flags = { enabled: true, checkpoints: true, emit: false, trackEmittedStreams: false }

/** Opens the store in one more tab. The name of a stream is the text of a query that counts its events. */
async function openTab(storage: Storage): Promise<{ readonly projections: Projections; readonly opened: string[] }> {
  const opened: string[] = []
  const openQuery: OpenQuery = (text, options) => {
    opened.push(text)
    return openCounting({ sources: sourcesFixture({ streams: [text], allEvents: false, events: ['T'] }) })(text, options)
  }
  const settings = { ...defaultSettings, systemProjections: false }
  const projections = createProjections({ storage, streams: streamsIn(storage), openQuery, environment, settings })
  await storage.write((tx) => projections.startIn(tx))
  await projections.start()
  return { projections, opened }
}

const streamsIn = (storage: Storage) => createStreams({ storage, environment })

const append = (storage: Storage, stream: string, type = 'T') => {
  const events = newEvents([{ id: environment.uuid(), type, data: '{}', metadata: '', isJson: true }])
  return streamsIn(storage).append({ stream, events, expected: expectedVersion.any })
}

const create = (projections: Projections, name: string) =>
  projections.create({ name, user: systemUser, mode: 'Continuous', handlerType: 'JS', query: name, ...flags })

const countOf = async (projections: Projections, name: string) => {
  const outcome = await projections.state(name, '')
  return outcome.kind === 'texts' ? outcome.state : undefined
}

test('a projection at the end of its source gets its query with the next event, whichever way it comes', async () => {
  const storage = { ...memoryStorage(), name: environment.uuid() }
  const first = await openTab(storage)
  for (const name of ['busy', 'idle']) await create(first.projections, name)
  for (const stream of ['busy', 'idle']) await append(storage, stream)
  await first.projections.settled()
  const second = await openTab(storage)
  await first.projections.close()
  assert.deepEqual(second.opened, [])

  await append(storage, 'busy')
  await second.projections.settled()
  assert.deepEqual(second.opened, ['busy'])
  assert.deepEqual([await countOf(second.projections, 'busy'), await countOf(second.projections, 'idle')], ['{"n":2}', '{"n":1}'])

  await append(storage, 'idle')
  await second.projections.settled()
  assert.deepEqual(second.opened, ['busy', 'idle'])
  assert.equal(await countOf(second.projections, 'idle'), '{"n":2}')
  await second.projections.close()
})

test('events that come during the hand-over are counted once', async () => {
  const storage = { ...memoryStorage(), name: environment.uuid() }
  const first = await openTab(storage)
  for (const name of ['busy', 'idle']) await create(first.projections, name)
  for (const stream of ['busy', 'idle']) await append(storage, stream)
  await first.projections.settled()
  const second = await openTab(storage)
  await Promise.all([first.projections.close(), append(storage, 'busy')])
  await second.projections.settled()
  assert.equal(await countOf(second.projections, 'busy'), '{"n":2}')
  await second.projections.close()
})

test('an event of an index that comes while the new tab reads it is counted', async () => {
  const storage = { ...memoryStorage(), name: environment.uuid() }
  const first = await openTab(storage)
  await create(first.projections, '$ce-a')
  await append(storage, '$ce-a')
  await first.projections.settled()
  await append(storage, '$ce-a', 'Other')
  let hasRead = false
  const read: Storage['read'] = async (work) => {
    const found = await storage.read(work)
    if (!hasRead && hasRecords(found)) {
      hasRead = true
      await append(storage, '$ce-a')
    }
    return found
  }
  const second = await openTab({ ...storage, read })
  await first.projections.close()
  while (!hasRead) await new Promise((resolve) => setImmediate(resolve))
  await second.projections.settled()
  assert.equal(await countOf(second.projections, '$ce-a'), '{"n":2}')
  await second.projections.close()
})

/** Whether it is what a read of events found. */
const hasRecords = (found: unknown): boolean =>
  typeof found === 'object' && found !== null && 'records' in found && Array.isArray(found.records) && found.records.length > 0

test('a projection that rests without its query can be stopped and started', async () => {
  const storage = { ...memoryStorage(), name: environment.uuid() }
  const first = await openTab(storage)
  await create(first.projections, 'idle')
  await append(storage, 'idle')
  await first.projections.settled()
  const second = await openTab(storage)
  await first.projections.close()
  const command = (name: 'disable' | 'enable') =>
    second.projections.command({ name: 'idle', user: systemUser, command: name, claims: false })
  await command('disable')
  await append(storage, 'idle')
  assert.deepEqual(second.opened, [])
  await command('enable')
  await second.projections.settled()
  assert.equal(await countOf(second.projections, 'idle'), '{"n":2}')
  await second.projections.close()
})
