import { expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { diagnose, EventNames } from '../../../engine/queries/diagnostics.ts'
import { StepHistory } from '../trace/step-history.ts'
import { causesOf, faultSentence, skippedLines } from './explain.ts'

/** What the panel says of a query over two sales. */
async function explained(query: string, { emit = false, isTransient = false } = {}) {
  const store = createStore({ queries: 'in-process' })
  await store.append('shop-1', [
    { type: 'Sold', data: { quantity: 2 } },
    { type: 'Sold', data: { quantity: 3 } },
  ])
  const history = new StepHistory()
  const seen = new EventNames(true)
  let ended
  for await (const part of store.trace(query, { emit })) {
    if (part.kind === 'steps') history.add(part.steps)
    if (part.kind === 'ended') ended = part.fault
  }
  for (const { stream, type } of history.rows) seen.note({ stream, type })
  await store.close()
  const row = history.fault === undefined ? undefined : history.rows[history.fault]
  const fault = history.fault === undefined ? ended : history.step(history.fault)!.fault
  const causes = causesOf(await diagnose(query, { emitEnabled: emit, seen, isDraft: false }), fault)
  const { read, lines } = skippedLines(history.rows)
  return { what: fault && faultSentence(fault, isTransient, row), causes, read, lines }
}

const handling = (body: string) => `fromStream('shop-1').when({\n  Sold(s, e) {\n    ${body}\n  },\n})`

it.each([
  [handling('s.n += e.data.quantity'), 'Sold made a number NaN or infinite at 0@shop-1. JSON has no such number', 'missing-init'],
  [handling('s.a.b = 1'), 'Sold failed at 0@shop-1.', 'missing-init'],
  [handling("emit('x', 'T', {})"), 'The query writes to streams, and it may not: Emit is off.', 'emit-disabled'],
  [handling('const f = () => f(); f()'), 'A function calls itself without end.', undefined],
  ['', 'The server refuses the query before it reads an event.', 'empty-query'],
  ['fromAll().when({', 'The text does not parse, so nothing ran.', undefined],
  ["fromStream('a').fromStream('b')", 'The server refuses the query before it reads an event.', 'selector-after-handlers'],
])('%s: what happened, and what is to blame', async (query, what, code) => {
  const found = await explained(query)
  expect(found.what).toContain(what)
  expect(found.causes[0]?.code).toBe(code)
})

it('a transient query may never emit', async () => {
  expect((await explained(handling("emit('x', 'T', {})"), { isTransient: true })).what).toContain('choose another mode')
})

it('says why nothing was handled, with the names that were there', async () => {
  const { what, read, lines, causes } = await explained('fromAll().when({ Solld: (s) => s })')
  expect([what, read, lines]).toEqual([undefined, 2, ['2 of types without a handler: Sold (2)']])
  expect(causes[0]).toMatchObject({ code: 'unknown-type', fix: { text: 'Sold' } })
  expect((await explained("fromStream('shop').when({ Sold: (s) => s })")).lines).toEqual([
    '2 in streams that the query does not read: shop-1 (2)',
  ])
})
