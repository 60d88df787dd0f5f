import { describe, expect, test } from 'vitest'
import type { Release } from '../../base/release/facts.ts'
import { factsOf } from '../../base/release/releases.ts'
import { exchangeWith } from '../exchange.fixture.ts'
import * as headers from './stream-headers.ts'

type Reader = (exchange: ReturnType<typeof exchangeWith>) => headers.Parsed<unknown>

const outcome = (read: Reader, headers: Record<string, string>, release: Release): unknown => {
  const result = read(exchangeWith({ headers, facts: factsOf(release) }))
  return result.kind === 'value' ? result.value : result.reply.body
}

const id = 'AABBCCDD-eeff-0011-2233-445566778899'

describe('request headers', () => {
  test.each<[string, Reader, Record<string, string>, unknown]>([
    ['no version', headers.parseExpectedVersion, {}, -2n],
    ['an empty version', headers.parseExpectedVersion, { 'ES-ExpectedVersion': '' }, -2n],
    ['version -4', headers.parseExpectedVersion, { 'ES-ExpectedVersion': '-4' }, -4n],
    ['the largest version', headers.parseExpectedVersion, { 'ES-ExpectedVersion': '9223372036854775807' }, 9223372036854775807n],
    ['version -5', headers.parseExpectedVersion, { 'ES-ExpectedVersion': '-5' }, 'ES-ExpectedVersion header in wrong format.'],
    ['two versions', headers.parseExpectedVersion, { 'ES-ExpectedVersion': '1, 2' }, 'ES-ExpectedVersion header in wrong format.'],
    ['no id', headers.parseEventId, {}, undefined],
    ['an id', headers.parseEventId, { 'ES-EventId': `{${id}}` }, id.toLowerCase()],
    ['an empty id', headers.parseEventId, { 'ES-EventId': '0'.repeat(32) }, 'ES-EventId header in wrong format.'],
    ['no leader', headers.parseRequireLeader, {}, false],
    ['a leader', headers.parseRequireLeader, { 'ES-RequireLeader': 'TRUE' }, true],
    ['a master beside a broken leader', headers.parseRequireLeader, { 'ES-RequireLeader': 'x', 'ES-RequireMaster': 'true' }, true],
    ['a broken master', headers.parseRequireLeader, { 'ES-RequireMaster': '1' }, 'ES-RequireLeader header in wrong format.'],
    ['a hard deletion', headers.parseHardDelete, { 'ES-HardDelete': 'True' }, true],
    ['a broken hard deletion', headers.parseHardDelete, { 'ES-HardDelete': '1' }, 'ES-HardDelete header in wrong format.'],
    ['links off where they are on', (exchange) => headers.parseResolveLinks(exchange, true), { 'ES-ResolveLinkTos': 'false' }, true],
    ['links on where they are off', (exchange) => headers.parseResolveLinks(exchange, false), { 'ES-ResolveLinkTos': 'true' }, true],
    ['links off by default', (exchange) => headers.parseResolveLinks(exchange, false), {}, false],
    [
      'broken links',
      (exchange) => headers.parseResolveLinks(exchange, true),
      { 'ES-ResolveLinkTos': 'x' },
      'ES-ResolveLinkTos header in wrong format.',
    ],
    ['no long poll', headers.parseLongPoll, {}, undefined],
    ['a long poll', headers.parseLongPoll, { 'ES-LongPoll': '5' }, 5],
    ['a long poll of no time', headers.parseLongPoll, { 'ES-LongPoll': '0' }, 'ES-LongPoll header in wrong format.'],
  ])('%s', (_, read, headers, expected) => {
    expect(outcome(read, headers, '23.10')).toEqual(expected)
  })

  test.each<[string, Reader, Record<string, string>, unknown]>([
    ['the newer name', headers.parseExpectedVersion, { 'Kurrent-ExpectedVersion': '3' }, 3n],
    ['the older name', headers.parseExpectedVersion, { 'ES-ExpectedVersion': '3' }, 3n],
    ['both names', headers.parseExpectedVersion, { 'Kurrent-ExpectedVersion': '3', 'ES-ExpectedVersion': 'x' }, 3n],
    ['version -5', headers.parseExpectedVersion, { 'ES-ExpectedVersion': '-5' }, -5n],
    ['version -6', headers.parseExpectedVersion, { 'ES-ExpectedVersion': '-6' }, 'Kurrent-ExpectedVersion header in wrong format.'],
    ['a broken leader', headers.parseRequireLeader, { 'ES-RequireLeader': 'x' }, 'Kurrent-RequireLeader header in wrong format.'],
    ['a broken leader beside a master', headers.parseRequireLeader, { 'Kurrent-RequireLeader': 'x', 'ES-RequireMaster': 'true' }, true],
    ['a broken older leader', headers.parseRequireLeader, { 'Kurrent-RequireLeader': 'true', 'ES-RequireLeader': 'x' }, true],
    [
      'a broken newer leader beside an older one',
      headers.parseRequireLeader,
      { 'Kurrent-RequireLeader': 'x', 'ES-RequireLeader': 'true' },
      true,
    ],
    [
      'a leader under its older name only',
      headers.parseRequireLeader,
      { 'Kurrent-RequireLeader': 'false', 'ES-RequireLeader': 'true' },
      true,
    ],
  ])('in release 26: %s', (_, read, headers, expected) => {
    expect(outcome(read, headers, '26.1')).toEqual(expected)
  })
})

test.each([
  ['UTF-8, a character for each byte', 'Gr\u00c3\u00b6\u00c3\u009fe', 'Größe'],
  ['Latin-1, as pages send it', 'Größe', 'Größe'],
])('text of a header: %s', (_, sent, read) => {
  expect(headers.header(exchangeWith({ headers: { 'ES-EventType': sent } }), 'eventType')).toBe(read)
})
