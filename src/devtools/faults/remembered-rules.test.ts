import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../engine/store.ts'
import type { FaultRule } from '../../engine/faults/faults.ts'
import { keepRules } from './keep-rules.ts'
import { addRule, recallRules } from './remembered-rules.ts'

it('recalls what was kept, a latency without end too, and not what the application has added', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const rules: FaultRule[] = [
    { kind: 'latency', milliseconds: Number.POSITIVE_INFINITY, path: '/streams/a' },
    { kind: 'latency', milliseconds: [10, 20], probability: 0.5 },
    { kind: 'status', status: 503, reason: 'Too Busy', method: 'POST', times: 2 },
    { kind: 'dropped', when: 'answered' },
  ]
  const [before, after] = [createStore(), createStore()]
  onTestFinished(async () => void (await Promise.all([before.close(), after.close()])))
  before.faults.add({ kind: 'dropped' })
  for (const rule of rules) addRule(before.faults, rule)
  keepRules('one', before.faults, () => storage)
  expect(recallRules('other', after.faults, () => storage)).toBe(false)
  expect(recallRules('one', after.faults, () => storage)).toBe(true)
  expect(after.faults.rules.map(({ rule }) => rule)).toEqual(rules)
  expect(after.faults.offline).toBe(false)
  before.faults.clear()
  keepRules('one', before.faults, () => storage)
  expect(kept.size).toBe(0)
})
