// Runs the suites that need a browser in one engine, and says of each file how many tests passed.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, globSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineName } from '../driver/open.ts'

const root = join(import.meta.dirname, '..', '..', '..')

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly { readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[] }[]
}
type Add = (check: string, result: { kind: 'passed' | 'failed' | 'left'; said?: string }, milliseconds: number) => void

/** Files that cannot run in some engines, with the reasons. */
const left: Readonly<Record<string, Partial<Record<EngineName, string>>>> = {
  'storage/indexeddb/place': {
    chromium: 'needs the protocol of Chromium in the hands of the tests, as `npm run chromium` has it; it runs there',
    firefox: "needs Chromium's protocol; the checks of the database do it in other ways",
    webkit: "needs Chromium's protocol; the checks of the database do it in other ways",
  },
  'query/workers/watchdog': {
    webkit:
      'a Worker that was ended keeps a processor until the built-in function is over, so fourteen in a row starve each other; the check of one stands above',
  },
}

/** Each file has a browser of its own, so that what one leaves running does not slow the next down. */
export function runContracts(engine: EngineName, add: Add): void {
  for (const file of globSync('src/**/*.browser.test.ts', { cwd: root }).sort()) {
    const name = file.replace(/^src\/|\.browser\.test\.ts$/g, '')
    const reason = left[name]?.[engine]
    if (reason !== undefined) {
      add(name, { kind: 'left', said: reason }, 0)
      continue
    }
    const started = performance.now()
    const { passed, failed, printed } = runFile(engine, file)
    const said =
      failed.length === 0
        ? `${passed} ${passed === 1 ? 'test' : 'tests'}`
        : [`${passed} passed`, ...failed, ...(passed ? [] : [printed])].join('\n    ')
    add(name, { kind: failed.length ? 'failed' : 'passed', said }, performance.now() - started)
  }
}

function runFile(
  engine: EngineName,
  file: string,
): { readonly passed: number; readonly failed: readonly string[]; readonly printed: string } {
  const folder = mkdtempSync(join(tmpdir(), 'rillbox-contracts-'))
  const output = join(folder, 'report.json')
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  try {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [vitest, 'run', '--config', config, '--reporter=json', `--outputFile.json=${output}`, file],
      { cwd: root, encoding: 'utf8', env: { ...process.env, RILLBOX_ENGINE: engine, NO_COLOR: '1' } },
    )
    const printed = (stdout + stderr).slice(-2000)
    const report = read(output)
    const failed = report.testResults.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed'))
    const names = failed.map(({ fullName }) => fullName)
    return { passed: report.numPassedTests, failed: names.length === 0 && status !== 0 ? ['The run failed.'] : names, printed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function read(output: string): Report {
  try {
    return JSON.parse(readFileSync(output, 'utf8')) as Report
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] }
  }
}
