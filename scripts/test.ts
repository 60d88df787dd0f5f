// Runs every test there is, the cheapest first, and adds up what the runners report; what `npm test` and the continuous integration run.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'

const root = join(import.meta.dirname, '..')
const reports = join(root, 'node_modules', '.cache', 'rillbox', 'reports')
const reportOf = (script: string): string => join(reports, `${script}.json`)

/** Scripts of package.json, with the options that make their runner write a report beside what it prints. */
const steps: Readonly<Record<string, readonly string[]>> = {
  typecheck: [],
  lint: [],
  'format:check': [],
  conformance: ['--report', reportOf('conformance')],
  unit: vitest('unit'),
  'build:package': [],
  package: vitest('package'),
  clients: vitest('clients'),
  chromium: vitest('chromium'),
  e2e: ['--reporter=list,json'],
}

function vitest(script: string): string[] {
  return ['--reporter=dot', '--reporter=json', `--outputFile.json=${reportOf(script)}`]
}

const chromium = ensureChromium((line) => console.log(line))
console.log(`Testing with ${chromium.path} (${chromium.from}).`)
const env = { ...process.env, CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf('e2e') }

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const total = { passed: 0, failed: 0, skipped: 0 }
const lines: string[] = []
for (const [script, args] of Object.entries(steps)) {
  if (total.failed > 0) {
    lines.push(`  - ${script.padEnd(14)} not run`)
    continue
  }
  console.log(`\n── npm run ${script}\n`)
  const started = performance.now()
  const { status } = spawnSync('npm', ['run', '--silent', script, '--', ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env,
  })
  const { passed, failed, skipped } = countsOf(script, args.length > 0, status === 0)
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  const seconds = Math.round((performance.now() - started) / 1000)
  lines.push(`  ${failed ? '✗' : '✓'} ${script.padEnd(14)} ${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds} s`)
}
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed ? 1 : 0

/** A step without a report counts as one test; so does one that fails although its report names no failure, or that ran nothing. */
function countsOf(script: string, reporting: boolean, held: boolean): typeof total {
  const counts =
    reporting && existsSync(reportOf(script)) ? readReport(script) : { passed: reporting ? 0 : Number(held), failed: 0, skipped: 0 }
  const isAmiss = !held || counts.passed === 0
  return isAmiss && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** Reads the report of Vitest, Playwright or the conformance run. */
function readReport(script: string): typeof total {
  const report = JSON.parse(readFileSync(reportOf(script), 'utf8')) as Record<string, number> & { stats?: Record<string, number> }
  const { stats, numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  if (stats) return { passed: stats['expected']! + stats['flaky']!, failed: stats['unexpected']!, skipped: stats['skipped']! }
  if (numPassedTests === undefined) return { passed: report['passed']!, failed: report['failed']!, skipped: 0 }
  return { passed: numPassedTests, failed: numFailedTests!, skipped: numPendingTests! + numTodoTests! }
}
