import { describe, expect, test } from 'vitest'
import { openInQuickJs } from '../../../sandbox/quickjs.ts'
import { runningWith, runAll } from '../../../contract/running.fixture.ts'
import { bodies } from '../../../contract/running.fixture.ts'

const { open } = runningWith(openInQuickJs)

/** @returns each line that the first event ran with its count, and the values of variables. */
async function marksOf(query: string, ...data: readonly unknown[]): Promise<{ lines: string; values: string[] }> {
  const opened = await open(query, { marksLines: true })
  const { steps } = await runAll(opened, bodies(...data), { trace: true })
  opened.close()
  const { lines = [], values = [] } = steps!.at(-1)!
  return {
    lines: lines.map(({ line, times }) => (times === 1 ? `${line}` : `${line}x${times}`)).join(' '),
    values: values.map(({ line, name, text }) => `${line} ${name} = ${text}`),
  }
}

describe('marks', () => {
  test('tell the branches that ran, with and without blocks', async () => {
    const query = `fromAll().when({
      T: (state, { data }) => {
        if (data.n > 1)
          state.big = true
        else
          state.small = true
        if (data.n > 5) {
          state.huge = true
        }
        switch (data.n) {
          case 2:
            state.two = true
            break
          default:
            state.other = true
        }
        return state
      },
    })`
    expect((await marksOf(query, { n: 2 })).lines).toBe('3 4 7 10 12 13 17')
    expect((await marksOf(query, { n: 1 })).lines).toBe('3 6 7 10 15 17')
  })

  test('count loops, and keep the last value of each variable', async () => {
    const query = `fromAll().when({
      $init: () => ({ sum: 0 }),
      T(state, event) {
        'use strict'
        for (const item of event.data.items)
          state.sum += item
        let text = 'a "b"', { n, list: [first = 7], ...rest } = event.data
        const twice = (x) =>
          x * 2
        for (let i = 0; i < 3; i++) {
          const square = twice(i)
        }
        const none = undefined, at = new Proxy({}, {}), long = 'x'.repeat(90)
        return state
      },
    })`
    const { lines, values } = await marksOf(query, { items: [1, 2], n: 3, list: [], more: { a: 1 } })
    expect(lines).toBe('2 5 6x2 7 8 10 11x3 9x3 13 14')
    expect(values).toEqual([
      '7 text = "a \\"b\\""',
      '7 n = 3',
      '7 first = 7',
      '7 rest = { items: Array(2), more: {…} }',
      '8 twice = function',
      '11 square = 4',
      '13 none = undefined',
      '13 at = {…}',
      `13 long = "${'x'.repeat(60)}"…`,
    ])
  })

  test('run no accessor of the query, and stop at the line that throws', async () => {
    const query = `fromAll().when({ $init: () => ({ n: 0 }), T: (state, event) => {
      const trap = { get n() { state.n += 100; return 1 } }
      state.n += 1
      if (event.data.fails)
        event.data.missing.member
      return state
    } })`
    const opened = await open(query, { marksLines: true })
    const { steps, fault } = await runAll(opened, bodies({}, { fails: true }), { trace: true })
    opened.close()
    expect(steps![0]).toMatchObject({ state: '{"n":1}', values: [{ line: 2, name: 'trap', text: '{ n: … }' }] })
    expect(steps![1]!.lines!.at(-1)).toEqual({ line: 5, times: 1 })
    expect(fault).toMatchObject({ line: 5, column: 27 })
  })

  test('leave the meaning of statements without semicolons', async () => {
    const query = `fromAll().when({ T: (state, event) => {
      const f = () => undefined
      let n = 1
      f()?.a
      do n++
      while (n < 3)
      if (n) label: for (;;) break label
      state.n = n
      return state
    } })`
    const opened = await open(query, { marksLines: true })
    const { steps } = await runAll(opened, bodies({}), { trace: true })
    opened.close()
    expect(steps).toMatchObject([{ state: '{"n":3}' }])
  })

  test('are absent unless the caller asks', async () => {
    const opened = await open('fromAll().when({ T: (s) => s })')
    const { steps } = await runAll(opened, bodies({}), { trace: true })
    opened.close()
    expect(steps![0]).not.toHaveProperty('lines')
  })
})
