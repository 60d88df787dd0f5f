// Replays the recordings against store.fetch and holds the outcome against the list of known deviations.
//
//   npm run conformance [-- --release 26.2] [--area streams] [--only TEXT] [--plan none] [--verbose] [--slow] [--report FILE]
//
// With `--plan none` queries run without the optimisations: the outcome has to be the same.

import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { ScenarioOutcome, Verdict } from './expectations.ts'
import { judge, readDeviations } from './expectations.ts'
import type { Played } from './player.ts'
import type { Recording } from '../../src/cli/recordings/recording.ts'
import type { RecordedRelease } from './scenarios.ts'
import { areaOf, readScenarios, recordedReleases } from './scenarios.ts'

interface Outcome extends ScenarioOutcome {
  readonly release: RecordedRelease
  readonly reports: readonly string[]
  readonly milliseconds: number
}
type Message = Outcome | { readonly crash: string } | { readonly done: true }

/** More failures than this cannot come from sharing the machine. */
const mostAlone = 20

const { values } = parseArgs({
  options: {
    release: { type: 'string' },
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

const { release: only } = values
if (only !== undefined && !isRecorded(only)) {
  console.error(`no recordings of release "${only}": there are those of ${recordedReleases.join(' and ')}`)
  process.exit(1)
}
const chosenReleases = recordedReleases.filter((release) => only === undefined || release === only)
const recorded = new Map(chosenReleases.map((release) => [release, readScenarios(release)]))
const isChosen = ({ name }: Recording): boolean =>
  (!values.area || areaOf(name) === values.area) && (!values.only || name.includes(values.only))
const chosen: Played[] = [...recorded].flatMap(([release, scenarios]) =>
  scenarios.filter(isChosen).map((scenario) => ({ release, scenario })),
)
if (chosen.length === 0) {
  console.error('no recorded scenario fits')
  process.exit(1)
}

function isRecorded(release: string): release is RecordedRelease {
  return (recordedReleases as readonly string[]).includes(release)
}

/**
 * Every thread takes the next scenario when it is done with one, so that all of them work until the end.
 *
 * @param atOnce scenarios that share a thread at a time.
 */
function play(
  scenarios: readonly Played[],
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
  for (const { release, name, differences, reports } of outcomes) {
    if (!differences.some((found) => found.length) && !reports.length) continue
    console.log(`DIFFERS ${release} ${name}`)
    const { steps } = chosen.find((played) => played.release === release && played.scenario.name === name)!.scenario
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

const of = (release: RecordedRelease): Outcome[] => outcomes.filter((outcome) => outcome.release === release)
const verdictOf = (release: RecordedRelease): Verdict =>
  judge(of(release), readDeviations(release), recorded.get(release)!.length === of(release).length)
const judged = (): { readonly release: RecordedRelease; readonly verdict: Verdict }[] =>
  chosenReleases.filter((release) => of(release).length > 0).map((release) => ({ release, verdict: verdictOf(release) }))

// The recorded server had its machine for itself. Queries that keep their thread busy are late where sixteen stores share it, so failures
// are played once more, alone: this outcome counts.
const unsure = judged().flatMap(({ release, verdict }) => {
  const names = new Set([...verdict.unexpected, ...verdict.stale].map(({ scenario }) => scenario))
  return chosen.filter((played) => played.release === release && names.has(played.scenario.name))
})
if (unsure.length > 0 && unsure.length <= mostAlone) {
  const alone = await play(unsure, { threads: 1, atOnce: 1 })
  crashes.push(...alone.crashes)
  for (const outcome of alone.outcomes) {
    outcomes[outcomes.findIndex(({ release, name }) => release === outcome.release && name === outcome.name)] = outcome
    console.log(`played again, alone: ${outcome.release} ${outcome.name}`)
  }
}

if (values.verbose) printDifferences(outcomes)
if (values.slow) {
  const slowest = outcomes.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 15)
  for (const { release, name, milliseconds } of slowest) console.log(`${Math.round(milliseconds)} ms ${release} ${name}`)
}

function printScore(release: RecordedRelease): void {
  for (const area of new Set(of(release).map(({ name }) => areaOf(name)))) {
    const inArea = of(release).filter(({ name }) => areaOf(name) === area)
    const steps = inArea.flatMap(({ differences }) => differences)
    const whole = inArea.filter(({ differences }) => differences.every((found) => found.length === 0)).length
    const agreeing = steps.filter((found) => found.length === 0).length
    console.log(
      `${release.padEnd(6)} ${area.padEnd(12)} scenarios: ${whole}/${inArea.length} agree; steps: ${agreeing}/${steps.length} agree ` +
        `(${((100 * agreeing) / steps.length).toFixed(2)} %)`,
    )
  }
}

function printVerdict(release: RecordedRelease, { unexpected, stale }: Verdict): void {
  for (const { scenario, step, differences } of unexpected.slice(0, values.verbose ? 0 : 20)) {
    console.log(`unexpected difference from ${release}: ${scenario} [${step}]: ${differences[0]}`)
  }
  for (const { scenario, steps, reason } of stale) {
    console.log(`unexpected pass of ${release}: ${scenario} [${steps.join(', ')}], listed as: ${reason}`)
  }
}

const verdicts = judged()
for (const { release, verdict } of verdicts) {
  printScore(release)
  printVerdict(release, verdict)
}
const unexpected = verdicts.flatMap(({ verdict }) => verdict.unexpected).length
const stale = verdicts.flatMap(({ verdict }) => verdict.stale).length
const reports = outcomes.flatMap(({ reports }) => reports)
for (const report of new Set(reports.map((text) => text.split('\n').slice(0, 3).join(' | ')))) console.log(`reported: ${report}`)
for (const crash of new Set(crashes)) console.log(`unhandled: ${crash}`)

const failed = unexpected + stale + crashes.length + (outcomes.length < chosen.length ? 1 : 0)
console.log(
  `${unexpected} unexpected differences, ${stale} unexpected passes, ${reports.length} reports, ` +
    `${crashes.length} unhandled errors in ${((performance.now() - started) / 1000).toFixed(1)} s`,
)
const played = outcomes.reduce((total, { differences }) => total + differences.length, 0)
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ passed: played - Math.min(failed, played), failed }))
process.exitCode = failed ? 1 : 0
