import { expect, test } from 'vitest'
import { event } from '../../../streams/event.fixture.ts'
import { atOnce } from '../../../base/time/steps.ts'
import { allFeed, readLogPosition } from './feed-all.ts'

const options = { author: 'Kurrent', fillsBrokenLinks: false, feedTagType: 'application/vnd.kurrent.atom+json' }

const half = '000000000000000A'

test('a position is two halves of digits, with ASCII blanks around each', () => {
  expect(readLogPosition(half + half.toLowerCase())).toEqual({ commit: 10n, prepare: 10n })
  expect(readLogPosition(`${'0a'.padStart(16)}${'b'.padEnd(16, '\t')}`)).toEqual({ commit: 10n, prepare: 11n })
})

test.each(['', 'head', half, `${half}${half}0`, `\u00a0${half.slice(1)}${half}`, `F${half.slice(1)}${half}`, `-${half.slice(1)}${half}`])(
  '%j is no position',
  (text) => {
    expect(readLogPosition(text)).toBeUndefined()
  },
)

test.each([
  ['forward', '0001-01-01T00:00:00Z'],
  ['backward', '1970-01-01T00:00:00Z'],
] as const)('a %s page whose oldest link is broken', (direction, updated) => {
  const read = { kind: 'event', event: event({}) } as const
  const broken = { kind: 'broken', link: event({ type: '$>', data: '7@gone' }), stream: 'gone', number: 7n } as const
  const position = { commit: 0n, prepare: 0n }
  const page = {
    kind: 'page',
    entries: [read, broken],
    from: position,
    next: position,
    back: position,
    isEnd: true,
    last: 1n,
    cacheControl: undefined,
  } as const
  const request = { from: 'head', direction, count: 2, resolveLinks: true } as const
  expect(atOnce(allFeed(request, page, { ...options, base: 'http://es.test', level: 'none', single: false })).updated).toBe(updated)
})
