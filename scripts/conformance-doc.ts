// Writes docs/conformance.md from the recordings, the table of paragraphs, the lists of known deviations and the score of the client's tests; `--check` only reports whether it is stale.

import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { keyOf, shownBy } from '../e2e/conformance/calls/methods.ts'
import { readExpected, readResults, totalOf } from '../e2e/conformance/calls/results.ts'
import type { Deviation } from '../e2e/conformance/expectations.ts'
import { covers, readDeviations } from '../e2e/conformance/expectations.ts'
import type { Paragraph } from '../e2e/conformance/paragraphs.ts'
import { isNamed, newerParagraphs, paragraphs } from '../e2e/conformance/paragraphs.ts'
import type { Recording } from '../src/cli/recordings/recording.ts'
import type { RecordedRelease, Topic } from '../e2e/conformance/scenarios.ts'
import { areaOf, plainName, readTopics, recordedReleases } from '../e2e/conformance/scenarios.ts'
import type { CallMethod } from './documents/call-methods.ts'
import { listCallMethods } from './documents/call-methods.ts'

const root = new URL('../', import.meta.url)
const target = new URL('docs/conformance.md', root)

/** The recordings of one release, and what differs from them. */
interface Column {
  readonly release: RecordedRelease
  readonly topics: readonly Topic[]
  readonly deviations: readonly Deviation[]
}

const columns: readonly Column[] = recordedReleases.map((release) => ({
  release,
  topics: readTopics(release),
  deviations: readDeviations(release),
}))
const areas = ['streams', 'projections', 'language', 'server']

const allOf = ({ topics }: Column): readonly Recording[] => topics.flatMap(({ scenarios }) => scenarios)
const inArea = (column: Column, area: string): readonly Recording[] => allOf(column).filter(({ name }) => areaOf(name) === area)

function count({ deviations }: Column, scenarios: readonly Recording[]) {
  const isListed = ({ name }: Recording, index: number): boolean =>
    deviations.some((deviation) => covers(deviation, name) && (deviation.steps === undefined || deviation.steps.includes(index)))
  const steps = scenarios.flatMap((scenario) => scenario.steps.map((_step, index) => !isListed(scenario, index)))
  return { scenarios: scenarios.length, steps: steps.length, agreeing: steps.filter(Boolean).length }
}

const percent = (part: number, all: number): string => `${(Math.floor((part / all) * 10_000) / 100).toFixed(2)} %`

function score(column: Column, scenarios: readonly Recording[]): string {
  if (scenarios.length === 0) return ' | '
  const { steps, agreeing } = count(column, scenarios)
  return `${agreeing} / ${steps} | ${percent(agreeing, steps)}`
}

/** @param chosen the scenarios of a row. */
const row = (name: string, chosen: (column: Column) => readonly Recording[]): string =>
  `| ${name} | ${columns.map((column) => score(column, chosen(column))).join(' | ')} |`

const head = (first: string): string =>
  `| ${first} | ${columns.map(({ release }) => `steps that agree with ${release} | share`).join(' | ')} |\n` +
  `| --- | ${columns.map(() => '--- | ---').join(' | ')} |`

/** One behaviour: its description, the recordings that show it, and whether they agree. */
function paragraphRow({ number, says, recordings }: Paragraph): string {
  const states = columns.map((column) => {
    const shown = allOf(column).filter(({ name }) => recordings.some((pattern) => isNamed(plainName(name), pattern)))
    if (shown.length === 0) return 'not recorded'
    const { steps, agreeing } = count(column, shown)
    return `${steps === agreeing ? 'agrees' : `${steps - agreeing} of ${steps} steps differ`} (${shown.length})`
  })
  return `| ${number} | ${says} | ${recordings.map((pattern) => `\`${pattern}\``).join(', ')} | ${states.join(' | ')} |`
}

const paragraphHead =
  `| § | behaviour | recordings that show it | ${columns.map(({ release }) => release).join(' | ')} |\n` +
  `| --- | --- | --- | ${columns.map(() => '---').join(' | ')} |`

const paragraphTable = (rows: readonly Paragraph[]): string => `${paragraphHead}\n${rows.map(paragraphRow).join('\n')}`

function differences({ release, deviations }: Column, area: string): string {
  const listed = deviations.filter(({ scenario }) => areaOf(scenario) === area)
  if (listed.length === 0) return `Nothing differs from ${release}.`
  const reasons = [...Map.groupBy(listed, ({ reason }) => reason)].map(([reason, of]) => {
    const places = of.map(({ scenario, steps, unstable }) => {
      const which = steps === undefined ? 'steps of' : `step${steps.length > 1 ? 's' : ''} ${steps.join(', ')} of`
      return `${which} \`${scenario}\`${unstable ? ' (may differ)' : ''}`
    })
    return `- ${reason}\n  - ${places.join('\n  - ')}`
  })
  return `What differs from ${release}, and why:\n\n${reasons.join('\n')}`
}

function areaChapter(area: string): string {
  const names = new Set(columns.flatMap(({ topics }) => topics.map(({ name }) => name)))
  const topicRows = [...names].flatMap((topic) => {
    const chosen = (column: Column): readonly Recording[] =>
      column.topics.filter(({ name }) => name === topic).flatMap(({ scenarios }) => scenarios.filter(({ name }) => areaOf(name) === area))
    return columns.some((column) => chosen(column).length > 0) ? [row(topic.replace(`${area}-`, ''), chosen)] : []
  })
  return [
    `## ${area}`,
    `${head('topic')}\n${topicRows.join('\n')}`,
    paragraphTable(paragraphs[area]!),
    ...columns.map((column) => differences(column, area)),
  ].join('\n\n')
}

const clientReleases = ['23.10', '26.1']

/** The score of the official client's tests, and its failures with their reasons. */
function clientScore(): string {
  const results = readResults()
  const scores = clientReleases.map((release) => {
    const { passed, failed } = totalOf(results[release]!)
    return `${passed} of ${passed + failed} as release ${release}`
  })
  const reasons = readExpected().map(
    ({ test, releases, reason }) => `- ${test.replaceAll(/[<>*_]/g, '\\$&')} (${releases.join(', ')}): ${reason}`,
  )
  return (
    'The official Node client, `@kurrent/kurrentdb-client` 1.3.1, has tests of its own, which are not a part of this project. ' +
    `\`e2e/conformance/calls/run.ts\` runs them against the build: ${scores.join(' and ')} pass. The others, and why:\n\n${reasons.join('\n')}`
  )
}

/** One method: what shows it, and how many tests of the client's files pass. */
function methodRow(call: CallMethod): string {
  const shown = shownBy[keyOf(call)]!
  const sources = ('tests' in shown ? shown.tests : shown.suite.map((start) => `${start}*`)).map((source) => `\`${source}\``).join(', ')
  const scores = clientReleases.map((release) => {
    if (!(call.releases as readonly string[]).includes(release)) return 'not there'
    return 'tests' in shown ? 'tested' : suiteScore(shown.suite, release)
  })
  return `| \`${keyOf(call)}\` | ${sources} | ${scores.join(' | ')} |`
}

function suiteScore(starts: readonly string[], release: string): string {
  const files = Object.entries(readResults()[release]!).filter(([file]) => starts.some((start) => file.startsWith(start)))
  const { passed, failed } = totalOf(Object.fromEntries(files))
  return `${passed} of ${passed + failed}`
}

const calls = await listCallMethods()

const text = [
  '# Conformance',
  'How far Rillbox agrees, step by step, with what servers were recorded to answer: EventStoreDB 23.10.6 and KurrentDB 26.2.0-prerelease.',
  'Each scenario is a series of requests with the answers of one of them. ' +
    '`npm run conformance` plays all of them against a fresh store of the same [release](server/releases.md) and compares status, reason phrase, ' +
    'headers and body, including the spelling of numbers and the order of members. Ids of projections count all that a server ever registered, and a recorded one had registered more: they must be those of the same projections, in the same order. It fails when an unlisted step differs, and when a ' +
    'listed step agrees. A step whose expectation was rewritten to the documented interface (`seed` in the recording) counts like any ' +
    'other. Steps that depend on real time count as differing here, so a run can find more that agree. Release 26.1 was not recorded: tests ' +
    'hold it to the description where it differs from both.',
  'The second table of each area has a line for every documented behaviour, by paragraph of the description of the interface ' +
    '(`e2e/conformance/paragraphs.ts`): the recordings that show it, by name, and for each release whether Rillbox agrees with them and ' +
    'their number. A recording may show several behaviours.',
  'Generated by `node scripts/conformance-doc.ts` from the recordings in `e2e/conformance/scenarios` and `scenarios-26` and the known ' +
    'deviations in `e2e/conformance/expected.json` and `expected-26.json`: do not edit it.',
  `${head('area')}\n${areas.map((area) => row(area, (column) => inArea(column, area))).join('\n')}\n${row('**all**', allOf)}`,
  ...areas.map(areaChapter),
  '## What 26 does differently',
  paragraphTable(newerParagraphs),
  '## gRPC',
  clientScore(),
  'Each [method](server/routes.md#grpc), with the files of those tests, or the tests of this project, that call it:',
  `| method | called by | 23.10 | 26.1 |\n| --- | --- | --- | --- |\n${calls.map(methodRow).join('\n')}`,
].join('\n\n')

const formatted = await format(text, { parser: 'markdown', printWidth: 140 })
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== formatted) {
    console.error('docs/conformance.md is stale: run `node scripts/conformance-doc.ts`')
    process.exit(1)
  }
} else {
  writeFileSync(target, formatted)
}
