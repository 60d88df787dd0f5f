import { expect, test } from 'vitest'
import { queryEvent } from '../../query/query-event.fixture.ts'
import type { Batch, Delivery } from './batch.ts'
import { createReadAhead } from './reader.ts'
import type { SourceCursor } from '../model/tables.ts'

const cursorAt = (number: number): SourceCursor => {
  const tag = { kind: 'stream', stream: 's', number } as unknown as SourceCursor['tag']
  return { tag, passed: tag, live: undefined }
}

/** Reads batches of as many events, one after the other, and remembers from where; the last one ends the source. */
function reading(...lengths: readonly number[]) {
  const from: SourceCursor[] = []
  const next = (cursor: SourceCursor): Promise<Batch> => {
    const length = lengths[from.push(cursor) - 1]
    if (length === undefined) return Promise.reject(new Error('the disk is gone'))
    const deliveries = Array.from({ length }, (_, number) => ({ event: queryEvent({ number }), read: 0 }) as unknown as Delivery)
    const atEnd = from.length === lengths.length
    return Promise.resolve({
      deliveries,
      reads: [length],
      cursor: cursorAt(from.length),
      bytes: 0,
      content: 0,
      skippedProgress: undefined,
      atEnd,
    })
  }
  return { next, from }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('reads from the cursor where nothing was read ahead, and hands nothing over twice', async () => {
  const { next, from } = reading(1)
  const batches = createReadAhead({ next })
  batches.readOn(cursorAt(3))
  await batches.take(cursorAt(9))
  await expect(batches.take(cursorAt(5))).rejects.toThrow('the disk is gone')
  expect(from).toEqual([cursorAt(3), cursorAt(5)])
})

test('reads one batch ahead, and no further', async () => {
  const { next, from } = reading(1, 2, 3)
  const batches = createReadAhead({ next })
  batches.readOn(cursorAt(0))
  await settled()
  expect(from).toEqual([cursorAt(0)])
  const first = await batches.take(cursorAt(0))
  expect(first.deliveries).toHaveLength(1)
  batches.readOn(first.cursor)
  await settled()
  expect(from).toEqual([cursorAt(0), cursorAt(1)])
  expect((await batches.take(cursorAt(1))).deliveries).toHaveLength(2)
})

test('fails for the caller that takes the unreadable batch, and for no other', async () => {
  const { next } = reading()
  const batches = createReadAhead({ next })
  batches.readOn(cursorAt(0))
  await settled()
  await expect(batches.take(cursorAt(0))).rejects.toThrow('the disk is gone')
})
