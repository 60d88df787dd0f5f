import { expect, it } from 'vitest'
import type { FaultRule } from '../../engine/faults/faults.ts'
import { printRules } from './keep-rules.ts'
import { readRules } from './remembered-rules.ts'

it('reads what was printed, a latency without end too', () => {
  const rules: FaultRule[] = [
    { kind: 'latency', milliseconds: Number.POSITIVE_INFINITY, path: '/streams/a' },
    { kind: 'latency', milliseconds: [10, 20], probability: 0.5 },
    { kind: 'status', status: 503, reason: 'Too Busy', method: 'POST', times: 2 },
    { kind: 'dropped', when: 'answered' },
  ]
  expect(readRules(printRules({ isOffline: true, rules }))).toEqual({ isOffline: true, rules })
})
