import { describe, expect, it } from 'vitest'
import type { RecordedEvent } from '../../base/events/events.ts'
import { createStore } from '../../engine/store.ts'
import { streamPath } from '../../base/paths.ts'
import { memoryStorage } from '../../storage/memory/memory.ts'
import { idOf } from '../../storage/storage.fixture.ts'
import { postingsOf } from './postings.ts'

let made = 0
const event = (given: Partial<RecordedEvent>): RecordedEvent => ({
  id: idOf(++made),
  type: 'happened',
  data: '{\n  "a": 1\n}',
  metadata: '',
  isJson: true,
  stream: 's',
  number: made,
  created: 0,
  position: made,
  ...given,
})

/** The events that a server keeps when it gets the bodies. */
async function posted(events: readonly RecordedEvent[]) {
  const storage = memoryStorage()
  const store = createStore({ storage, systemProjections: false })
  const postings = postingsOf(events)
  for (const { headers, body } of postings) {
    const response = await store.direct(new Request(`http://store${streamPath('s')}`, { method: 'POST', headers, body }))
    expect(response.status).toBe(201)
  }
  const kept = await storage.read((tx) => tx.stream('s', { from: 0, direction: 'forward', limit: 9999 }))
  await store.close()
  return { postings, kept: kept.map(({ id, type, data, metadata, isJson }) => ({ id, type, data, metadata, isJson })) }
}

const whole = ({ id, type, data, metadata, isJson }: RecordedEvent) => ({ id, type, data, metadata, isJson })

describe('postings', () => {
  it.each<[string, Partial<RecordedEvent>]>([
    ['JSON as lists write it', {}],
    ['JSON with metadata', { metadata: '{\n  "by": "ann",\n  "n": 1.0\n}' }],
    ['numbers of any size', { data: '{\n  "n": 12345678901234567890,\n  "x": 1.0\n}' }],
    ['plain text', { data: 'just text', isJson: false }],
    ['plain text with metadata', { data: 'text', metadata: '{\n  "a": 1\n}' }],
    ['nothing', { data: '', isJson: false }],
    ['JSON in an unusual spelling', { data: '{"a":1}' }],
    ['JSON that is no object', { data: '5' }],
    ['JSON with nothing in it', { data: '' }],
    ['text that looks like JSON', { data: '{"a":1}', isJson: false }],
    ['bytes', { data: new Uint8Array([0xff, 0, 1]), isJson: false }],
    ['types of any language', { type: 'größer 😀' }],
  ])('carry %s unchanged', async (_what, given) => {
    const events = [event({}), event(given), event({})]
    const { kept, postings } = await posted(events)
    expect(kept).toEqual(events.map(whole))
    expect(postings.reduce((sum, { lossy }) => sum + lossy, 0)).toBe(0)
  })

  it('reprint JSON that comes with metadata, and report the loss', async () => {
    const events = [
      event({ data: '{"a":1}', metadata: '{"by":"ann"}' }),
      event({ data: new Uint8Array([0xff]), metadata: '{"by":"ann"}', isJson: false }),
    ]
    const { kept, postings } = await posted(events)
    expect(kept).toEqual([
      { ...whole(events[0]!), data: '{\n  "a": 1\n}', metadata: '{\n  "by": "ann"\n}' },
      { ...whole(events[1]!), metadata: '' },
    ])
    expect(postings.map(({ lossy }) => lossy)).toEqual([0, 1])
  })

  it('are few, and bounded', () => {
    expect(postingsOf([])).toEqual([])
    expect(postingsOf(Array.from({ length: 1200 }, () => event({}))).map(({ count }) => count)).toEqual([500, 500, 200])
    const large = Array.from({ length: 5 }, () => event({ data: `"${'x'.repeat(2_500_000)}"`, isJson: false }))
    expect(postingsOf(large).map(({ count }) => count)).toEqual([2, 2, 1])
    expect(postingsOf([event({}), event({ data: '5' }), event({}), event({})]).map(({ count }) => count)).toEqual([1, 1, 2])
  })
})
