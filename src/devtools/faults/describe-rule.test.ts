import { expect, it } from 'vitest'
import type { FaultRule } from '../../engine/faults/faults.ts'
import { describeFault, describeRequests } from './describe-rule.ts'

it.each<[FaultRule, string]>([
  [{ kind: 'latency', milliseconds: 200 }, 'Answers after 200 ms'],
  [{ kind: 'latency', milliseconds: [400, 2000] }, 'Answers after 400 to 2,000 ms'],
  [{ kind: 'latency', milliseconds: Number.POSITIVE_INFINITY }, 'Never answers'],
  [{ kind: 'status', status: 503 }, 'Answers 503'],
  [{ kind: 'status', status: 503, reason: 'Too Busy' }, 'Answers 503 Too Busy'],
  [{ kind: 'dropped' }, 'Drops the connection'],
  [{ kind: 'dropped', when: 'answered' }, 'Drops the connection after the store has acted'],
  [{ kind: 'dropped', name: 'offline' }, 'Offline'],
  [{ kind: 'lost-race' }, 'Another writer appends first'],
  [{ kind: 'stopped-projection', projection: 'sales' }, 'Stops the projection sales'],
])('%o is described', (rule, words) => expect(describeFault(rule)).toBe(words))

it('says which requests meet a fault', () => {
  const fault = { kind: 'dropped' } as const
  expect(describeRequests(fault)).toBe('Every request')
  expect(describeRequests({ ...fault, method: 'post', path: '/streams/a' })).toBe('POST /streams/a')
  expect(describeRequests({ ...fault, path: '/streams/a', exact: true, times: 1 })).toBe('/streams/a, this path only, at most 1×')
  expect(describeRequests({ ...fault, probability: 0.3, times: 2, nth: 4 })).toBe('Every request, only number 4, 30 % of them, at most 2×')
})
