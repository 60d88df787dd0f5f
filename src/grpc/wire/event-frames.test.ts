import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordedEvent } from '../../base/events/events.ts'
import { maxInt64, tombstoneNumber } from '../../base/events/events.ts'
import type { ReadEvent } from '../../streams/streams.ts'
import { decode } from '../messages/codec.ts'
import type { MessageOf } from '../messages/shapes.ts'
import { deliveryFrames, eventFrames } from './event-frames.ts'
import { readId } from './ids.ts'

const content = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.uint8Array({ maxLength: 300 }))

const event: fc.Arbitrary<RecordedEvent> = fc.record({
  id: fc.uuid(),
  type: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
  data: content,
  metadata: content,
  isJson: fc.boolean(),
  stream: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
  number: fc.oneof(fc.nat(), fc.constantFrom(0, 127, 128, 2 ** 32, 2 ** 40 + 3, tombstoneNumber)),
  created: fc.nat({ max: 2 ** 41 }),
  position: fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 32 - 1, 2 ** 45)),
})

const read: fc.Arbitrary<ReadEvent> = fc.oneof(
  event.map((of): ReadEvent => ({ kind: 'event', event: of })),
  fc.tuple(event, event).map(([of, link]): ReadEvent => ({ kind: 'resolved', event: of, link })),
  event.map((link): ReadEvent => ({ kind: 'broken', link, stream: 's', number: 1n })),
)

const formats = [{ structuredIds: false }, { structuredIds: true }]

function framesOf(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length;) {
    expect(bytes[at]).toBe(0)
    const length = view.getUint32(at + 1)
    frames.push(bytes.subarray(at + 5, at + 5 + length))
    at += 5 + length
  }
  return frames
}

const bytesOf = (of: string | Uint8Array): Uint8Array => (typeof of === 'string' ? new TextEncoder().encode(of) : of)

function shown(of: RecordedEvent, position: number) {
  return {
    id: of.id,
    stream: bytesOf(of.stream),
    streamRevision: of.number === tombstoneNumber ? maxInt64 : BigInt(of.number),
    commitPosition: BigInt(position),
    preparePosition: BigInt(position),
    metadata: {
      type: new TextDecoder().decode(bytesOf(of.type)),
      created: String(BigInt(of.created) * 10_000n),
      'content-type': of.isJson ? 'application/json' : 'application/octet-stream',
    },
    customMetadata: [...bytesOf(of.metadata)],
    data: [...bytesOf(of.data)],
  }
}

function decoded(record: MessageOf<'RecordedEvent'>) {
  const { id, streamIdentifier, streamRevision, commitPosition, preparePosition, metadata, customMetadata, data } = record
  return {
    id: readId(id),
    stream: new Uint8Array(streamIdentifier!.streamName),
    streamRevision,
    commitPosition,
    preparePosition,
    metadata: { ...metadata },
    customMetadata: [...customMetadata],
    data: [...data],
  }
}

describe.each(formats)('frames of events with %o', (format) => {
  test('are what the library reads as the same events', () => {
    fc.assert(
      fc.property(fc.array(read, { minLength: 1, maxLength: 4 }), (reads) => {
        const frames = framesOf(Buffer.concat([...eventFrames(reads, format)]))
        expect(frames).toHaveLength(reads.length)
        for (const [index, of] of reads.entries()) {
          const { content: found } = decode('streams.ReadResp', frames[index]!)
          if (found.case !== 'event') throw new Error(`The message is ${found.case}.`)
          const { event: target, link, position } = found.value
          expect(target && decoded(target)).toEqual(of.kind === 'broken' ? undefined : shown(of.event, of.event.position))
          expect(link && decoded(link)).toEqual(of.kind === 'event' ? undefined : shown(of.link, of.link.position))
          const original = of.kind === 'event' ? of.event : of.link
          expect(position).toMatchObject({ case: 'commitPosition', value: BigInt(original.position) })
        }
      }),
      { numRuns: 150 },
    )
  })

  test('are not compressed where the message before is shorter than expected', () => {
    const [one] = fc.sample(event, { numRuns: 1, seed: 1 })
    const sized = (length: number): ReadEvent => ({ kind: 'event', event: { ...one!, data: new Uint8Array(length).fill(1) } })
    for (let length = 15_800; length < 16_400; length += 10)
      expect(framesOf(Buffer.concat([...eventFrames([sized(length), sized(length)], format)]))).toHaveLength(2)
  })

  test('of groups have the position of the original event, and the retries', () => {
    fc.assert(
      fc.property(read, fc.nat({ max: 300 }), (of, retries) => {
        const [bytes] = framesOf(Buffer.concat([...deliveryFrames([{ read: of, retries }], format)]))
        const { content: found } = decode('groups.ReadResp', bytes!)
        if (found.case !== 'event') throw new Error(`The message is ${found.case}.`)
        const original = of.kind === 'event' ? of.event : of.link
        const { event: target, link, count } = found.value
        expect(count).toMatchObject({ case: 'retryCount', value: retries })
        expect(target && decoded(target)).toEqual(of.kind === 'broken' ? undefined : shown(of.event, original.position))
        expect(link && decoded(link)).toEqual(of.kind === 'event' ? undefined : shown(of.link, original.position))
      }),
      { numRuns: 100 },
    )
  })
})
