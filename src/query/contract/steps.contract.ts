// The guarantees about traced runs: a step for every event, a failed one included.

import { describe, expect, it } from 'vitest'
import { queryEvent } from '../query-event.fixture.ts'
import type { Running } from './running.fixture.ts'
import { runAll } from './running.fixture.ts'

const events = (count: number) => Array.from({ length: count }, (_, number) => queryEvent({ number }))

export function stepsContract({ open }: Running): void {
  describe('steps', () => {
    it('tell the state before an event that failed, and its log', async () => {
      const query = await open(`fromAll().foreachStream().when({
        $init: () => ({ n: 0 }),
        T: (state, event) => { state.n += 1; log('n ' + state.n); emit('out', 'E', {}); if (state.n === 2) throw new Error('two') } })`)
      const { steps, writes, fault } = await runAll(query, events(3), { trace: true })
      query.close()
      expect(fault?.event).toBe(1)
      expect(writes.map(({ event }) => event)).toEqual([0])
      const both = { partition: 'orders', handler: 'T', skipped: undefined, state: '{"n":1}', result: '{"n":1}' }
      expect(steps).toEqual([
        { event: 0, ...both, logs: ['n 1'] },
        { event: 1, ...both, logs: ['n 2'] },
      ])
    })

    it('tell of an event that never ends, and of the shared state beside that of a partition', async () => {
      const source = `fromAll().foreachStream().when({
        $init: () => ({ n: 0 }),
        $initShared: () => ({ all: 0 }),
        T: (state, event) => { state[0].n += 1; state[1].all += 1; while (state[1].all === 2); return state } })`
      const query = await open(source, { executionTimeout: 50 })
      const { steps, fault } = await runAll(query, events(2), { trace: true })
      query.close()
      expect(fault).toMatchObject({ kind: 'timeout', event: 1 })
      expect(steps).toMatchObject([
        { event: 0, state: '{"n":1}', shared: '{"all":1}' },
        { event: 1, handler: 'T', state: '{"n":1}', shared: '{"all":1}' },
      ])
    })

    it('are not told of an event whose partition could not be found', async () => {
      const query = await open(`fromAll().partitionBy(() => { throw new Error('none') }).when({ T: (state) => state })`)
      const { steps, fault } = await runAll(query, events(1), { trace: true })
      query.close()
      expect(fault).toMatchObject({ kind: 'partition', event: 0 })
      expect(steps).toEqual([])
    })
  })
}
