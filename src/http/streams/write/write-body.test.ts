import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import * as media from '../media-types.ts'
import { readWriteBody } from './write-body.ts'

const id = '5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21'
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const bare = (type: string, body: string | Uint8Array, more = {}) =>
  readWriteBody(typeof body === 'string' ? encode(body) : body, {
    type,
    headers: { id, type: 'T' },
    acceptUnparsableBodies: false,
    measuresWholeRecords: true,
    ...more,
  })

const list = (body: string) => bare(media.eventsJson, body, { headers: { id: undefined, type: undefined } })

describe('a body of bare data', () => {
  test.each([
    [media.json, ' {"a": 1.0}', true],
    [media.json, '5', true],
    [media.json, '', true],
    [media.textXml, '<a/>', false],
    [media.textXml, '<a/><b/>', false],
    [media.textXml, '\ufeff<a/>', false],
    [media.bytes, '{"a"', false],
  ])('as %s: %s', async (type, data, isJson) => {
    expect(await bare(type, data)).toEqual({ kind: 'events', events: [{ id, type: 'T', data, metadata: '', isJson }] })
  })

  test.each([
    [media.bytes, Uint8Array.of(0x61, 0xff)],
    [media.json, 'a\ufffd'],
    [media.textXml, 'a\ufffd'],
  ])('that is no UTF-8 is stored as %s', async (type, data) => {
    const read = await bare(type, Uint8Array.of(0x61, 0xff), { acceptUnparsableBodies: true })
    expect(read).toMatchObject({ kind: 'events', events: [{ data }] })
  })

  test.each([
    [media.json, '{"a":'],
    [media.json, "{'a':1}"],
    [media.json, ' '],
    [media.json, '\ufeff{}'],
    [media.textXml, '<a>'],
    [media.xml, '[1]'],
  ])('does not fit %s: %s', async (type, data) => {
    expect(await bare(type, data)).toEqual({ kind: 'invalid' })
    expect(await bare(type, data, { acceptUnparsableBodies: true })).toMatchObject({ kind: 'events', events: [{ data }] })
  })

  it('keeps bytes that are no text', async () => {
    const bytes = new Uint8Array([0, 255, 16])
    expect(await bare(media.bytes, bytes)).toMatchObject({ events: [{ data: bytes }] })
    expect(await bare(media.json, bytes)).toEqual({ kind: 'invalid' })
  })
})

describe('mistakes in events', () => {
  test.each([
    ['[{"eventType":"T"}]', "Empty eventId provided. (Parameter 'eventId')"],
    [`[{"eventId":"${id}"}]`, "Empty eventType provided. (Parameter 'eventType')"],
    [`[{"eventId":"${id}","eventType":""}]`, "Empty eventType provided. (Parameter 'eventType')"],
    ['[{},null]', "Empty eventId provided. (Parameter 'eventId')"],
    ['[null,{}]', 'Object reference not set to an instance of an object.'],
    [`[{"eventId":"${id}","eventType":"T","data":"{\\"$type\\":{}}"}]`, 'Object reference not set to an instance of an object.'],
    [
      `[{"eventId":"${id}","eventType":"T","metadata":"{\\"$id\\":1,\\"$type\\":null}"}]`,
      'Object reference not set to an instance of an object.',
    ],
  ])('%s', async (body, text) => {
    expect(await list(body)).toEqual({ kind: 'refused', text })
  })

  it('is a description document, whatever it says', async () => {
    expect(await bare(media.description, '[]')).toEqual({ kind: 'invalid' })
  })
})

describe('limits', () => {
  const sized = async (bytes: number) => (await bare(media.bytes, new Uint8Array(bytes))).kind

  test.each([
    [4_194_304, 'events'],
    [4_194_305, 'too-large'],
    [16_767_214, 'too-large'],
    [16_767_215, 'refused'],
    [30_000_000, 'refused'],
    [30_000_001, 'too-large'],
  ])('%d bytes', async (bytes, kind) => {
    expect(await sized(bytes)).toBe(kind)
  })

  test('of a record are those of the data alone in older releases', async () => {
    const large = 'x'.repeat(9_000_000)
    const both = JSON.stringify([{ eventId: id, eventType: 'T', data: large, metadata: large }])
    const kindIn = async (measuresWholeRecords: boolean) =>
      (await bare(media.eventsJson, both, { headers: { id: undefined, type: undefined }, measuresWholeRecords })).kind
    expect([await kindIn(true), await kindIn(false)]).toEqual(['refused', 'too-large'])
    expect((await bare(media.bytes, new Uint8Array(16_767_216), { measuresWholeRecords: false })).kind).toBe('too-large')
    expect((await bare(media.bytes, new Uint8Array(16_767_217), { measuresWholeRecords: false })).kind).toBe('refused')
  })

  it('count bytes, not characters', async () => {
    expect((await bare(media.bytes, 'é'.repeat(2_097_152))).kind).toBe('events')
    expect((await bare(media.bytes, `${'é'.repeat(2_097_152)}x`)).kind).toBe('too-large')
  })
})

test('any body gives events, or one of the refusals', async () => {
  const types = [media.json, media.textXml, media.bytes, media.eventsJson, media.eventsXml, media.description]
  const markup = fc.string({ unit: fc.constantFrom('<', '>', '/', '&', ';', '"', '{', '}', '[', ']', ',', ':', 'a', 'eventId', ' ', '!') })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...types), fc.oneof(fc.uint8Array(), markup.map(encode)), fc.boolean(), async (type, body, accept) => {
      const read = await bare(type, body, { acceptUnparsableBodies: accept })
      expect(['events', 'invalid', 'refused']).toContain(read.kind === 'events' && read.events.length === 0 ? 'no events' : read.kind)
    }),
    { numRuns: 500 },
  )
})
