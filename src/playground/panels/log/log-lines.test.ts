import { expect, test } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { mayLog } from '../../model/draft/draft.ts'
import { StepHistory } from '../../model/trace/step-history.ts'
import type { LoggedLines } from './log-lines.ts'
import { loggedLines, longestLine, mostLines } from './log-lines.ts'

async function logged(query: string, count: number): Promise<LoggedLines> {
  const store = createStore({ queries: 'in-process' })
  await store.append(
    'cart-1',
    Array.from({ length: count }, (_, n) => ({ type: 'Added', data: { n } })),
  )
  const history = new StepHistory()
  for await (const part of store.trace(query)) if (part.kind === 'steps') history.add(part.steps)
  await store.close()
  return loggedLines(history)
}

test('each line has the event that logged it, newest first', async () => {
  const lines = await logged("fromStream('cart-1').when({ Added(s, e) { log('n ' + e.data.n); if (e.data.n) log({ more: true }) } })", 2)
  expect(lines.count).toBe(3)
  expect(lines.newestFirst).toEqual([
    { id: 3, stream: 'cart-1', number: 1, type: 'Added', text: '{"more":true}' },
    { id: 2, stream: 'cart-1', number: 1, type: 'Added', text: 'n 1' },
    { id: 1, stream: 'cart-1', number: 0, type: 'Added', text: 'n 0' },
  ])
})

test('keeps the last lines, and the beginning of long ones', async () => {
  const lines = await logged("fromAll().when({ Added(s, e) { log('n ' + e.data.n) } })", mostLines + 20)
  expect([lines.count, lines.newestFirst.length]).toEqual([mostLines + 20, mostLines])
  expect(lines.newestFirst.at(-1)!.number).toBe(20)
  const long = await logged("fromAll().when({ Added(s, e) { log('x'.repeat(5000)) } })", 1)
  expect(long.newestFirst[0]!.text).toHaveLength(longestLine + 2)
})

test('a query without the word does not log', () => {
  expect(mayLog('fromAll().when({ A(s) { log(s) } })')).toBe(true)
  expect(mayLog("fromStream('log').when({ A(s) { s.log = 1 } })")).toBe(false)
})
