import { describe, expect, test } from 'vitest'
import { exchangeWith } from '../exchange.fixture.ts'
import * as asked from './stream-headers.ts'

type Reader = (exchange: ReturnType<typeof exchangeWith>) => asked.Asked<unknown>

const outcome = (read: Reader, headers: Record<string, string>): unknown => {
  const result = read(exchangeWith({ headers }))
  return result.kind === 'value' ? result.value : result.reply.body
}

const id = 'AABBCCDD-eeff-0011-2233-445566778899'

describe('request headers', () => {
  test.each<[string, Reader, Record<string, string>, unknown]>([
    ['no version', asked.askedVersion, {}, -2n],
    ['an empty version', asked.askedVersion, { 'ES-ExpectedVersion': '' }, -2n],
    ['version -4', asked.askedVersion, { 'ES-ExpectedVersion': '-4' }, -4n],
    ['the largest version', asked.askedVersion, { 'ES-ExpectedVersion': '9223372036854775807' }, 9223372036854775807n],
    ['version -5', asked.askedVersion, { 'ES-ExpectedVersion': '-5' }, 'ES-ExpectedVersion header in wrong format.'],
    ['two versions', asked.askedVersion, { 'ES-ExpectedVersion': '1, 2' }, 'ES-ExpectedVersion header in wrong format.'],
    ['no id', asked.askedEventId, {}, undefined],
    ['an id', asked.askedEventId, { 'ES-EventId': `{${id}}` }, id.toLowerCase()],
    ['an empty id', asked.askedEventId, { 'ES-EventId': '0'.repeat(32) }, 'ES-EventId header in wrong format.'],
    ['no leader', asked.askedLeader, {}, false],
    ['a leader', asked.askedLeader, { 'ES-RequireLeader': 'TRUE' }, true],
    ['a master beside a broken leader', asked.askedLeader, { 'ES-RequireLeader': 'x', 'ES-RequireMaster': 'true' }, true],
    ['a broken master', asked.askedLeader, { 'ES-RequireMaster': '1' }, 'ES-RequireLeader header in wrong format.'],
    ['a hard deletion', asked.askedHardDelete, { 'ES-HardDelete': 'True' }, true],
    ['a broken hard deletion', asked.askedHardDelete, { 'ES-HardDelete': '1' }, 'ES-HardDelete header in wrong format.'],
    ['links off where they are on', (exchange) => asked.askedLinks(exchange, true), { 'ES-ResolveLinkTos': 'false' }, true],
    ['links on where they are off', (exchange) => asked.askedLinks(exchange, false), { 'ES-ResolveLinkTos': 'true' }, true],
    ['links off by default', (exchange) => asked.askedLinks(exchange, false), {}, false],
    [
      'broken links',
      (exchange) => asked.askedLinks(exchange, true),
      { 'ES-ResolveLinkTos': 'x' },
      'ES-ResolveLinkTos header in wrong format.',
    ],
    ['no long poll', asked.askedLongPoll, {}, undefined],
    ['a long poll', asked.askedLongPoll, { 'ES-LongPoll': '5' }, 5],
    ['a long poll of no time', asked.askedLongPoll, { 'ES-LongPoll': '0' }, 'ES-LongPoll header in wrong format.'],
  ])('%s', (_, read, headers, expected) => {
    expect(outcome(read, headers)).toEqual(expected)
  })
})
