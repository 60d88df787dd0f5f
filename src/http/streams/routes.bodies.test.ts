import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as media from './media-types.ts'
import { guid, linked, storeWith } from '../store.fixture.ts'

const markup = fc.string({
  unit: fc.constantFrom('<', '>', '/', '&', ';', '"', '{', '}', '[', ']', ',', ':', 'a', ' ', '!', '\\', '\u0000', 'ä', '\ud800'),
})
const nearlyList = fc
  .array(
    fc.record({
      eventId: fc.constantFrom(guid(1), guid(2), '', 5, null),
      eventType: fc.jsonValue(),
      data: fc.jsonValue(),
      metadata: fc.jsonValue(),
    }),
  )
  .map((events) => JSON.stringify(events))
const body: fc.Arbitrary<Uint8Array | string> = fc.oneof(fc.uint8Array(), fc.json(), markup, nearlyList)

const request = fc.record({
  path: fc.constantFrom('/streams/s', `/streams/s/incoming/${guid(7)}`, '/streams/s/metadata', '/streams/$$s'),
  type: fc.constantFrom(...media.writeTypes),
  body,
  headers: fc.record(
    {
      'ES-EventType': fc.constantFrom('T', '$metadata', '$>'),
      'ES-EventId': fc.constantFrom(guid(8), 'x'),
      'ES-ExpectedVersion': fc.constantFrom('-2', '-1', '0', '7', 'x'),
    },
    { requiredKeys: [] },
  ),
})

/** Possible answers to a write: none of them is a failure of the server. */
const answers = new Set([
  '201 Created',
  '307 Temporary Redirect',
  '400 Bad Request',
  '400 Write request body invalid',
  '400 Wrong expected EventNumber',
  '410 Stream deleted',
  '415 Invalid or missing Content-Type',
])

test('any write body gets an answer that the specification allows, and leaves the stream readable', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(request, { minLength: 1, maxLength: 8 }), async (acceptUnparsableBodies, requests) => {
      const given = storeWith({ acceptUnparsableBodies })
      for (const { path, type, body, headers } of requests) {
        const posted = { method: 'POST', headers: { 'Content-Type': type, ...headers }, body: body as BodyInit }
        const response = await given.call(path, posted)
        expect(answers).toContain(`${response.status} ${response.statusText}`)
      }
      for (const accept of [media.atomJson, media.atomXml])
        for (const embed of ['content', 'tryharder'])
          expect([200, 404]).toContain((await given.get(`/streams/s?embed=${embed}`, accept)).status)
      const metadata = await given.get('/streams/s/metadata', media.json)
      expect([200, 404]).toContain(metadata.status)
      expect(given.reported).toEqual([])
      await given.store.close()
    }),
    { numRuns: 80 },
  )
})

test('a posted list of events comes back unchanged', async () => {
  const given = storeWith()
  let posted = 0
  const value = fc.oneof(
    fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 4 })),
    fc.array(fc.jsonValue({ maxDepth: 4 })),
  )
  await fc.assert(
    fc.asyncProperty(value, async (data) => {
      const response = await given.post('/streams/s', [{ data }])
      expect(response.headers.get('Location')).toMatch(new RegExp(`/streams/s/${posted}$`))
      const event = await given.get(`/streams/s/${posted}`, media.json)
      // The sign of zero, and half a surrogate pair, cannot be kept.
      const expected = JSON.parse(JSON.stringify(data).replaceAll(/\\ud[89a-f]../g, '\\ufffd')) as unknown
      expect(JSON.parse(await event.text(), (_, member: unknown) => (member === 0 ? 0 : member))).toEqual(expected)
      posted += 1
    }),
  )
  expect(linked(await given.feed('/streams/s'), 'self')).toBe('/streams/s')
  await given.store.close()
})
