// Names every step of the tests: its command, and how its outcome is counted.

import { join } from 'node:path'
import { asOneCheck, conformanceCounts, playwrightCounts, vitestCounts } from './counts.ts'
import type { Group, Step } from './steps.ts'
import { reportFolder } from './steps.ts'

const vitest = (name: string, project: string): Step => ({
  name,
  command: [
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${join(reportFolder, `${project}.json`)}`,
  ],
  report: `${project}.json`,
  count: vitestCounts,
})

export const staticChecks: Group = [
  { name: 'types', command: ['tsc', '--noEmit'], count: asOneCheck },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'], count: asOneCheck },
  { name: 'format', command: ['prettier', '--check', '--log-level=warn', '.'], count: asOneCheck },
]

export const unit = vitest('unit and contracts in Node', 'node')

export const conformance: Step = { name: 'conformance', command: ['node', 'e2e/conformance/run.ts'], count: conformanceCounts }

export const build: Step = { name: 'library build', command: ['node', 'scripts/build.ts'], count: asOneCheck }

export const packed = vitest('package as it is published', 'package')

/** Installs the clients that it tries where they are missing. */
export const clients = vitest('real clients and runners', 'clients')

export const contracts = vitest('contracts in Chromium', 'chromium')

export const endToEnd: Step = {
  name: 'end to end in Chromium',
  command: ['playwright', 'test', '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: join(reportFolder, 'e2e.json'), PLAYWRIGHT_JSON_OUTPUT_FILE: join(reportFolder, 'e2e.json') },
  report: 'e2e.json',
  count: playwrightCounts,
}
