// Measures the Playwright fixture and prints one line of JSON per figure, with its ratio to Playwright alone.
//
//   npm run build:package && npm run bench:playwright [-- --only start|request|many|parallel] [--runs 3]

import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

interface Result {
  readonly status: string
  readonly duration: number
  readonly annotations: readonly { readonly type: string; readonly description?: string }[]
}
interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs: readonly { readonly title: string; readonly tests: readonly { readonly results: readonly Result[] }[] }[]
}
type Results = readonly { readonly title: string; readonly result: Result }[]

const { values } = parseArgs({ options: { only: { type: 'string' }, runs: { type: 'string', default: '3' } } })
const isWanted = (name: string): boolean => values.only === undefined || values.only === name

if (isWanted('start')) {
  const results = play('start.bench.ts')
  const duration = (kind: string): number =>
    median(results.filter(({ title }) => title.startsWith(kind)).map(({ result }) => result.duration))
  print('a test with a store', duration('with a store'), duration('plain'))
}

if (isWanted('request')) {
  const [only] = play('request.bench.ts')
  const { stored, ready } = JSON.parse(only!.result.annotations[0]!.description!) as { stored: number[]; ready: number[] }
  print('a request of a page', median(stored), median(ready))
}

if (isWanted('many')) {
  const results = play('many.bench.ts')
  const failed = results.filter(({ result }) => result.status !== 'passed').length
  if (failed > 0) throw new Error(`${failed} tests failed.`)
  const duration = (count: number): number =>
    median(results.filter(({ title }) => title.startsWith(`with ${count} `)).map(({ result }) => result.duration))
  print('a test with 50 projections, against one', duration(50), duration(1))
}

if (isWanted('parallel')) {
  for (let run = 1; run <= Number(values.runs); run++) {
    const begun = performance.now()
    const results = play('parallel.bench.ts', '--workers=4')
    const failed = results.filter(({ result }) => result.status !== 'passed')
    const seconds = Math.round((performance.now() - begun) / 100) / 10
    console.log(JSON.stringify({ name: 'parallel tests in 4 workers', run, tests: results.length, failed: failed.length, seconds }))
    for (const { title } of failed) console.log(`  ${title}`)
  }
}

function play(file: string, ...options: string[]): Results {
  const cli = join(createRequire(import.meta.url).resolve('@playwright/test/package.json'), '..', 'cli.js')
  const config = join(import.meta.dirname, 'playwright.config.ts')
  const { stdout, stderr } = spawnSync(process.execPath, [cli, 'test', file, '-c', config, '--reporter=json', ...options], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr)
  const collect = ({ suites = [], specs }: Suite): Results => [
    ...specs.map(({ title, tests }) => ({ title, result: tests[0]!.results[0]! })),
    ...suites.flatMap(collect),
  ]
  return (JSON.parse(stdout) as { suites: readonly Suite[] }).suites.flatMap(collect)
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

function print(name: string, value: number, floor: number): void {
  const round = (figure: number): number => Number(figure.toPrecision(3))
  console.log(JSON.stringify({ name, ms: round(value), floor: round(floor), over: round(value - floor), ratio: round(value / floor) }))
}
