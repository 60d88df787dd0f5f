import { expect, test } from 'vitest'
import type { EngineRun, Outcome } from './areas.ts'
import { printDocument } from './document.ts'
import { addUp, readDocument } from './earlier-runs.ts'
import type { EngineName } from './driver/engine.ts'

const outcome = (engine: EngineName, area: string, check: string, result: Outcome['result']): Outcome => ({
  engine,
  area,
  check,
  result,
  milliseconds: 0,
})

const run = (engine: EngineName, ...outcomes: readonly Outcome[]): EngineRun => ({
  engine,
  version: `${engine} 1`,
  platform: { 'Web Locks': 'yes', '`a | b`': 'no' },
  outcomes,
})

const runs = [
  run(
    'chromium',
    outcome('chromium', 'store', 'A store starts', { kind: 'passed' }),
    outcome('chromium', 'thread', 'No task takes long', { kind: 'failed', said: 'The longest takes 73 ms.' }),
  ),
  run(
    'webkit',
    outcome('webkit', 'store', 'A store starts', { kind: 'passed', said: '0.2 s' }),
    outcome('webkit', 'contracts', 'storage/place', { kind: 'left', said: 'Its quota cannot be set' }),
  ),
]

test('the runs in a document are read from it again', async () => {
  expect(readDocument(await printDocument(runs))).toEqual(runs)
})

test('an area that runs again replaces its outcomes in that engine only', () => {
  const again = outcome('chromium', 'thread', 'No task takes long', { kind: 'passed', said: '40 ms' })
  const sum = addUp(runs, [run('chromium', again)])
  expect(sum.map(({ engine, outcomes }) => [engine, outcomes.map(({ area, result }) => [area, result.kind])])).toEqual([
    [
      'chromium',
      [
        ['store', 'passed'],
        ['thread', 'passed'],
      ],
    ],
    [
      'webkit',
      [
        ['store', 'passed'],
        ['contracts', 'left'],
      ],
    ],
  ])
})
