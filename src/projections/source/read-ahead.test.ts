// Reading a batch ahead: it is read once, handed over once, and fails for its taker only.

import { factsOf } from '../../base/release/releases.ts'
import { expect, test } from 'vitest'
import { platformEnvironment } from '../../base/platform/environment.ts'
import { newEvents } from '../../base/events/event-table.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import type { Storage } from '../../storage/storage.ts'
import { createStreams, expectedVersion } from '../../streams/streams.ts'
import { sourcesFixture } from '../model/definition/definition.fixture.ts'
import type { SourceCursor } from '../model/tables.ts'
import { Reader } from './reader.ts'
import { Tail } from './log/tail.ts'

const facts = factsOf('26.1')

const environment = platformEnvironment()

const cursorAt = (number: number): SourceCursor => {
  const tag = { kind: 'stream', stream: 's', number } as const
  return { tag, passed: tag, live: undefined }
}

/** A reader of a stream of 1000 events, whose storage counts its reads and fails from one of them on. */
async function reading(failsFrom = Infinity) {
  const memory = memoryStorage()
  const event = () => ({ id: environment.uuid(), type: 'T', data: '{}', metadata: '', isJson: true })
  const events = newEvents(Array.from({ length: 1000 }, event))
  await createStreams({ storage: memory, environment }).append({ stream: 's', events, expected: expectedVersion.any })
  let reads = 0
  const storage: Storage = {
    ...memory,
    read: (work) => (reads++ >= failsFrom ? Promise.reject(new Error('the disk is gone')) : memory.read(work)),
  }
  const { tag: start } = cursorAt(-1)
  const reader = new Reader({ storage, environment, tail: new Tail(storage), facts, sources: sourcesFixture(), continuous: false, start })
  return { reader, reads: () => reads }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

const firstOf = async (batch: ReturnType<Reader['next']>) => (await batch).deliveries[0]?.event.number

test('reads from the cursor where nothing was read ahead, and hands nothing over twice', async () => {
  const { reader, reads } = await reading()
  reader.readOn(cursorAt(3))
  expect(await firstOf(reader.next(cursorAt(9)))).toBe(4)
  expect(await firstOf(reader.next(cursorAt(5)))).toBe(6)
  expect(reads()).toBe(2)
})

test('reads one batch ahead, and no further', async () => {
  const { reader, reads } = await reading()
  reader.readOn(cursorAt(-1))
  await settled()
  expect(reads()).toBe(1)
  const first = await reader.next(cursorAt(-1))
  reader.readOn(first.cursor)
  await settled()
  expect(reads()).toBe(2)
  expect(await firstOf(reader.next(first.cursor))).toBe(first.deliveries.length)
})

test('fails for the caller that takes the unreadable batch, and for no other', async () => {
  const { reader } = await reading(0)
  reader.readOn(cursorAt(-1))
  await settled()
  await expect(reader.next(cursorAt(-1))).rejects.toThrow('the disk is gone')
})
