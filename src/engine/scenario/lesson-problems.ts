// Checks the lesson of a scenario: texts, requests to send and promises about the results.

import type { Check, Members } from '../shape.ts'
import { content, list, members, nonEmptyText, record, text, when } from '../shape.ts'

const anything = when('a value', (value) => value !== undefined)
const number = when('a number from 0', (value) => Number.isInteger(value) && (value as number) >= 0)

const request: Members = {
  method: { required: true, check: nonEmptyText },
  path: { required: true, check: when('a path like "/streams/a"', (value) => typeof value === 'string' && value.startsWith('/')) },
  headers: { check: record(nonEmptyText, text) },
  body: { check: content },
}

const event: Members = {
  number: { required: true, check: number },
  type: { required: true, check: nonEmptyText },
  data: { check: anything },
}

/** Told apart by a member that only they have. */
const promises = {
  status: { status: { required: true, check: when('a status from 200 to 599', isStatus) } },
  state: {
    projection: { required: true, check: nonEmptyText },
    partition: { check: text },
    state: { required: true, check: anything },
  },
  fault: { projection: { required: true, check: nonEmptyText }, fault: { required: true, check: nonEmptyText } },
  events: { stream: { required: true, check: nonEmptyText }, events: { required: true, check: list(members(event)) } },
} satisfies Record<string, Members>

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599
}

const promise: Check = (path, value) => {
  const given = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const kind = Object.keys(promises).find((name) => given.includes(name)) as keyof typeof promises | undefined
  if (kind) return members(promises[kind])(path, value)
  return [{ path, message: `expected an object with one of ${Object.keys(promises).join(', ')}` }]
}

const step: Members = {
  text: { required: true, check: nonEmptyText },
  send: { check: members(request) },
  expect: { check: list(promise) },
}

/** A status promised where nothing is sent could never come. */
export const lesson: Check = (path, value) => {
  const problems = list(members(step))(path, value)
  if (problems.length > 0) return problems
  const steps = value as readonly { readonly send?: unknown; readonly expect?: readonly object[] }[]
  return steps.flatMap(({ send, expect = [] }, index) =>
    send === undefined && expect.some((each) => 'status' in each)
      ? [{ path: `${path}[${index}].expect`, message: 'promises a status, but the step sends nothing' }]
      : [],
  )
}
