import { describe, expect, test } from 'vitest'
import type { Release } from '../../../base/release/facts.ts'
import { factsOf } from '../../../base/release/releases.ts'
import { readFilter } from './log-filter.ts'
import { parseQuery } from '../../pipeline/request/url.ts'

const outcome = (query: string, release: Release = '23.10'): unknown => {
  const parsed = readFilter({ query: parseQuery(query), facts: factsOf(release) })
  return parsed.kind === 'filter' ? parsed.filter : (parsed.reply.body ?? parsed.reply.status)
}

const noContext = 'Invalid context please provide one of the following: StreamId, EventType.'
const noType = 'Invalid type please provide one of the following: Regex, Prefix.'
const noData = 'Please provide a comma delimited list of data with at least one item.'
const notTrue = 'exclude-sytem-events should have a value of true.'

describe('readFilter', () => {
  test.each([
    ['?exclude-system-events=%20TRUE', { kind: 'no-system-types' }],
    ['?Exclude-System-Events=true&context=bad', { kind: 'no-system-types' }],
    ['?exclude-system-events=', notTrue],
    ['?exclude-system-events=true&exclude-system-events=true', notTrue],
    ['?exclude-system-events', noContext],
    ['', noContext],
    ['?context=StreamId', noContext],
    ['?context=streamid', noType],
    ['?context=streamid&type=Prefix', noType],
    ['?context=streamid&type=prefix', noData],
    ['?context=streamid&type=prefix&data=', noData],
    ['?CONTEXT=streamid&type=prefix&data=a,,+b', { kind: 'prefix', of: 'stream', prefixes: ['a', ' b'] }],
    ['?context=eventtype&type=prefix&data=,', { kind: 'prefix', of: 'type', prefixes: [] }],
    ['?context=eventtype&type=prefix&data=a&data=b', { kind: 'prefix', of: 'type', prefixes: ['a', 'b'] }],
    ['?context=eventtype&type=regex&data=a,b', { kind: 'regex', of: 'type', pattern: /a,b/u }],
    ['?context=eventtype&type=regex&data=(', 500],
  ])('%s', (query, expected) => {
    expect(outcome(query)).toEqual(expected)
  })
})

describe('readFilter of release 26', () => {
  test.each([
    ['?context=streamid&type=set&data=a,,B,+c', { kind: 'set', streams: new Set(['a', 'B', ' c']) }],
    ['?context=eventtype&type=set&data=a', 'Set filter type is only supported for stream ID context.'],
    ['?context=streamid&type=Set&data=a', noType],
    ['?context=streamid&type=Set', noData],
    ['?context=streamid', noData],
  ])('%s', (query, expected) => {
    expect(outcome(query, '26.1')).toEqual(expected)
  })

  test('release 23.10 has no filter by a set', () => {
    expect(outcome('?context=streamid&type=set&data=a')).toBe(noType)
  })
})
