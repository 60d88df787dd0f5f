import { expect, test } from 'vitest'
import type { OpenQuery, Query } from '../../query/query.ts'
import { isFault } from '../../query/query.ts'
import { openInQuickJs } from '../../query/sandbox/quickjs.ts'
import { openConditions } from './conditions.ts'
import type { TraceStep } from './step.ts'

const options = {
  handlerType: 'js',
  emitEnabled: false,
  executionTimeout: 50,
  reordersPartitions: false,
  continuous: true,
  now: 0,
} as const

/** The queries that are open at present, in the real sandbox. */
const open = new Set<Query>()
const openQuery: OpenQuery = async (source, given) => {
  const query = await openInQuickJs(source, given)
  if (isFault(query)) return query
  open.add(query)
  const close = query.close.bind(query)
  return Object.assign(query, {
    close() {
      open.delete(query)
      close()
    },
  })
}

const text = { before: '{"n":1}', after: '{"n":2}' }
const step: TraceStep = {
  event: { stream: 's', number: 0, type: 'A', id: 'id', isJson: true, position: 0, created: 0, data: '{}', metadata: '' },
  link: undefined,
  partition: '',
  handler: 'A',
  skipped: undefined,
  state: text,
  shared: undefined,
  result: text,
  emitted: [],
  logs: [],
  fault: undefined,
}

test('a condition that never ends is closed at once, and holds nowhere', async () => {
  const conditions = await openConditions(openQuery, ['(() => { while (true); })()'], options)
  expect(open.size).toBe(1)
  expect(await conditions.meet([step, step])).toEqual([[], []])
  expect(conditions.faults).toMatchObject([{ kind: 'timeout' }])
  expect(open.size).toBe(0)
  conditions.close()
})

test('conditions are closed with the trace', async () => {
  const conditions = await openConditions(openQuery, ['state.n === 2', 'state.n === 3'], options)
  expect(await conditions.meet([step])).toEqual([[0]])
  conditions.close()
  expect(open.size).toBe(0)
})
