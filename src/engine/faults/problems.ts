// Decides whether a fault rule is possible, and names every member of it that is not.

import type { FaultRule } from './faults.ts'
import type { Members, Problem } from '../shape.ts'
import { checkMembers, flag, nonEmptyText, oneOf, text, when } from '../shape.ts'

/** @returns everything that is wrong with the rule; empty if it can be obeyed. */
export function faultProblems(rule: FaultRule): readonly Problem[] {
  const known = Object.hasOwn(kinds, rule?.kind) ? kinds[rule.kind] : undefined
  return known ? checkMembers('', rule, { ...conditions, ...known }) : [...anyKind('kind', rule?.kind)]
}

const isNumber = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most

const milliseconds = when('milliseconds from 0 (Infinity: no answer), or two finite numbers, the smaller one first', (value) =>
  Array.isArray(value)
    ? value.length === 2 && isNumber(value[0], 0, Number.MAX_VALUE) && isNumber(value[1], value[0], Number.MAX_VALUE)
    : isNumber(value, 0, Number.POSITIVE_INFINITY),
)

const status = when('a status from 200 to 599', (value) => Number.isInteger(value) && isNumber(value, 200, 599))

/** A reason phrase goes into the first line of an answer. */
const reasonPhrase = when('a text of one line in Latin-1', (value) => typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value))

const ordinal = when('a whole number from 1', (value) => Number.isInteger(value) && isNumber(value, 1, Number.MAX_VALUE))
const times = when(
  'a whole number from 0',
  (value) => value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && isNumber(value, 0, Number.MAX_VALUE)),
)
const share = when('a number from 0 to 1', (value) => isNumber(value, 0, 1))
const data = when('what JSON can hold', (value) => {
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
})

const kinds: Readonly<Record<FaultRule['kind'], Members>> = {
  latency: { milliseconds: { required: true, check: milliseconds } },
  status: { status: { required: true, check: status }, reason: { check: reasonPhrase }, body: { check: text } },
  dropped: { when: { check: oneOf(['before', 'answered']) } },
  'lost-race': { eventType: { check: nonEmptyText }, data: { check: data } },
  'stopped-projection': { projection: { required: true, check: nonEmptyText }, reason: { check: text } },
}

const anyKind = oneOf(Object.keys(kinds))

const conditions: Members = {
  kind: { required: true, check: anyKind },
  name: { check: text },
  method: { check: nonEmptyText },
  path: { check: text },
  exact: { check: flag },
  nth: { check: ordinal },
  times: { check: times },
  probability: { check: share },
}
