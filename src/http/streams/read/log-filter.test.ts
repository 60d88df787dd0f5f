import { describe, expect, test } from 'vitest'
import { readFilter } from './log-filter.ts'
import { parseQuery } from '../../pipeline/request/url.ts'

const outcome = (query: string): unknown => {
  const parsed = readFilter(parseQuery(query))
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
