import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as media from './media-types.ts'
import { asAdmin, guid, linked, storeWith } from '../store.fixture.ts'
import type { FeedBody } from '../store.fixture.ts'

type Given = ReturnType<typeof storeWith>

/** Follows a relation page by page; a page that links to itself ends the walk, as in clients. */
async function walk({ feed }: Given, path: string, relation: string): Promise<FeedBody[]> {
  const pages: FeedBody[] = []
  const seen = new Set<string>()
  for (let next: string | undefined = path; next !== undefined && !seen.has(next); next = linked(pages.at(-1)!, relation)) {
    seen.add(next)
    pages.push(await feed(next, asAdmin))
    if (relation === 'previous' && pages.at(-1)!.entries.length === 0 && pages.at(-1)!.headOfStream) break
  }
  return pages
}

/** Titles of all entries, newest first. */
const titles = (pages: readonly FeedBody[]): string[] => pages.flatMap(({ entries }) => entries.map(({ title }) => title))

const stream = fc.record({
  events: fc.integer({ min: 1, max: 30 }),
  count: fc.integer({ min: 1, max: 9 }),
  metadata: fc.constantFrom('{}', '{"$maxCount":3}', '{"$maxCount":100}', '{"$tb":5}', '{"$maxCount":7,"$tb":20}'),
})

describe('every page reached by following links has each event exactly once', () => {
  test('of a stream, towards the oldest and towards the newest', async () => {
    await fc.assert(
      fc.asyncProperty(stream, async ({ events, count, metadata }) => {
        const given = storeWith()
        await given.fill('s', events)
        const headers = { 'Content-Type': media.json, 'ES-EventId': guid(1) }
        await given.call('/streams/s/metadata', { method: 'POST', headers, body: metadata })
        const { $maxCount = 100, $tb = 0 } = JSON.parse(metadata) as { $maxCount?: number; $tb?: number }
        const numbers = Array.from({ length: events }, (_, number) => number).filter(
          (number) => number >= Math.max($tb, events - $maxCount),
        )
        const expected = numbers.map((number) => `${number}@s`).toReversed()
        expect(titles(await walk(given, `/streams/s/head/backward/${count}`, 'next'))).toEqual(expected)
        const forward = await walk(given, `/streams/s/0/forward/${count}`, 'previous')
        expect(titles(forward.toReversed())).toEqual(expected)
        expect(given.reported).toEqual([])
        await given.store.close()
      }),
      { numRuns: 60 },
    )
  })

  test('of everything, filtered or not, in both directions', async () => {
    const writes = fc.array(fc.record({ stream: fc.constantFrom('a', 'b', '$c'), events: fc.integer({ min: 1, max: 4 }) }), {
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(writes, fc.integer({ min: 1, max: 7 }), fc.constantFrom('', '/filtered'), async (writes, count, filtered) => {
        const given = storeWith({ security: 'insecure' })
        await given.call('/streams/$all')
        const before = titles([await given.feed(`/streams/$all/head/backward/100`)]).length
        const expected: string[] = []
        const next: Record<string, number> = {}
        for (const { stream, events } of writes) {
          await given.post(
            `/streams/${stream}`,
            Array.from({ length: events }, () => ({ data: {} })),
          )
          for (let index = 0; index < events; index += 1) expected.unshift(`${(next[stream] = (next[stream] ?? -1) + 1)}@${stream}`)
        }
        const query = filtered && '?context=streamid&type=regex&data=.'
        const backward = await walkAll(given, `/streams/$all${filtered}/head/backward/${count}`, 'next', query)
        expect(backward.slice(0, backward.length - before)).toEqual(expected)
        const forward = await walkAll(given, `/streams/$all${filtered}/${'0'.repeat(32)}/forward/${count}`, 'previous', query)
        expect(forward).toEqual(backward)
        await given.store.close()
      }),
      { numRuns: 30 },
    )
  })
})

/** The same for `$all`, whose links lose the filter; newest first, the pages of a forward walk turned around. */
async function walkAll({ feed }: Given, path: string, relation: 'next' | 'previous', query: string): Promise<string[]> {
  const found: string[] = []
  for (let next: string | undefined = path; next !== undefined;) {
    const page: FeedBody = await feed(next + query)
    const entries = page.entries.map(({ title }) => title)
    if (relation === 'next') found.push(...entries)
    else found.unshift(...entries)
    next = linked(page, relation)
    if (relation === 'previous' && entries.length === 0) break
  }
  return found
}
