// Replays the recordings against store.fetch and holds the outcome against the list of known deviations.
//
//   npm run conformance [-- --area streams] [--only TEXT] [--plan none] [--verbose] [--slow] [--report FILE]
//
// With `--plan none` queries run without the optimisations: the outcome has to be the same.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { ScenarioOutcome } from './expectations.ts'
import { judge, readDeviations } from './expectations.ts'
import type { Scenario } from './replay.ts'

interface Outcome extends ScenarioOutcome {
  readonly reports: readonly string[]
  readonly milliseconds: number
}
type Message = Outcome | { readonly crash: string } | { readonly done: true }

/** More failures than this cannot come from sharing the machine. */
const mostAlone = 20

const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    only: { type: 'string' },
    plan: { type: 'string' },
    verbose: { type: 'boolean' },
    slow: { type: 'boolean' },
    report: { type: 'string' },
  },
})

if (values.plan !== undefined && values.plan !== 'none') {
  console.error('the plan is "none" or not named')
  process.exit(1)
}

const folder = new URL('./scenarios/', import.meta.url)
const recorded = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Scenario[])
const areaOf = (name: string): string => name.slice(0, name.indexOf('/'))
const chosen = recorded.filter(({ name }) => (!values.area || areaOf(name) === values.area) && (!values.only || name.includes(values.only)))
if (chosen.length === 0) {
  console.error('no recorded scenario fits')
  process.exit(1)
}

/**
 * Every thread takes the next scenario when it is done with one, so that all of them work until the end.
 *
 * @param atOnce scenarios that share a thread at a time.
 */
function play(
  scenarios: readonly Scenario[],
  { threads, atOnce }: { threads: number; atOnce: number },
): Promise<{ outcomes: Outcome[]; crashes: string[] }> {
  const outcomes: Outcome[] = []
  const crashes: string[] = []
  const taken = new Int32Array(new SharedArrayBuffer(4))
  const runs = Array.from({ length: threads }, () => {
    const worker = new Worker(new URL('./player.ts', import.meta.url), { workerData: { scenarios, taken, atOnce, plan: values.plan } })
    return new Promise<void>((resolve) => {
      worker.on('message', (message: Message) => {
        if ('crash' in message) crashes.push(message.crash)
        else if ('done' in message) void worker.terminate()
        else outcomes.push(message)
      })
      worker.on('error', (error) => crashes.push(error instanceof Error ? (error.stack ?? error.message) : String(error)))
      worker.on('exit', () => resolve())
    })
  })
  return Promise.all(runs).then(() => ({ outcomes, crashes }))
}

function printDifferences(outcomes: readonly Outcome[]): void {
  for (const { name, differences, reports } of outcomes) {
    if (!differences.some((found) => found.length) && !reports.length) continue
    console.log(`DIFFERS ${name}`)
    const { steps } = chosen.find((scenario) => scenario.name === name)!
    for (const [index, found] of differences.entries()) {
      if (!found.length) continue
      const { request, note } = steps[index]!
      console.log(`   [${index}] ${request.method ?? 'GET'} ${request.path}${note ? ` — ${note}` : ''}`)
      for (const line of found.slice(0, 12)) console.log(`      ${line}`)
    }
    for (const report of reports) console.log(`   reported: ${report}`)
  }
}

const started = performance.now()
const { outcomes, crashes } = await play(chosen, { threads: Math.min(availableParallelism(), chosen.length), atOnce: 16 })
outcomes.sort((one, other) => (one.name < other.name ? -1 : 1))
const verdictOf = () => judge(outcomes, readDeviations(), chosen.length === recorded.length)
let verdict = verdictOf()

// The recorded server had its machine for itself. Queries that keep their thread busy are late where sixteen stores share it, so failures
// are played once more, alone: this outcome counts.
const unsure = new Set([...verdict.unexpected, ...verdict.stale].map(({ scenario }) => scenario))
if (unsure.size > 0 && unsure.size <= mostAlone) {
  const alone = await play(
    chosen.filter(({ name }) => unsure.has(name)),
    { threads: 1, atOnce: 1 },
  )
  crashes.push(...alone.crashes)
  for (const outcome of alone.outcomes) outcomes[outcomes.findIndex(({ name }) => name === outcome.name)] = outcome
  for (const name of unsure) console.log(`played again, alone: ${name}`)
  verdict = verdictOf()
}

if (values.verbose) printDifferences(outcomes)
if (values.slow) {
  const slowest = outcomes.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 15)
  for (const { name, milliseconds } of slowest) console.log(`${Math.round(milliseconds)} ms ${name}`)
}

for (const area of new Set(outcomes.map(({ name }) => areaOf(name)))) {
  const of = outcomes.filter(({ name }) => areaOf(name) === area)
  const steps = of.flatMap(({ differences }) => differences)
  const whole = of.filter(({ differences }) => differences.every((found) => found.length === 0)).length
  const agreeing = steps.filter((found) => found.length === 0).length
  console.log(`${area.padEnd(12)} scenarios: ${whole}/${of.length} agree; steps: ${agreeing}/${steps.length} agree`)
}

for (const { scenario, step, differences } of verdict.unexpected.slice(0, values.verbose ? 0 : 20)) {
  console.log(`unexpected difference: ${scenario} [${step}]: ${differences[0]}`)
}
for (const { scenario, steps, reason } of verdict.stale) {
  console.log(`unexpected pass: ${scenario} [${steps.join(', ')}], listed as: ${reason}`)
}
const reports = outcomes.flatMap(({ reports }) => reports)
for (const report of new Set(reports.map((text) => text.split('\n').slice(0, 3).join(' | ')))) console.log(`reported: ${report}`)
for (const crash of new Set(crashes)) console.log(`unhandled: ${crash}`)

const failed = verdict.unexpected.length + verdict.stale.length + crashes.length + (outcomes.length < chosen.length ? 1 : 0)
console.log(
  `${verdict.unexpected.length} unexpected differences, ${verdict.stale.length} unexpected passes, ${reports.length} reports, ` +
    `${crashes.length} unhandled errors in ${((performance.now() - started) / 1000).toFixed(1)} s`,
)
const played = outcomes.reduce((total, { differences }) => total + differences.length, 0)
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ passed: played - Math.min(failed, played), failed }))
process.exitCode = failed ? 1 : 0
