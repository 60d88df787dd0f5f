// Runs the official Node client's own tests against the build, one jest for each file, and writes the score into results.json.
//
//   npm run build:package && node e2e/conformance/calls/run.ts --suite FOLDER [--release 26.1] [--only TEXT] [--fresh]
//
// The tests are not a part of this project: FOLDER/src has those of the public repository kurrent-io/KurrentDB-Client-NodeJS (packages/test/src),
// with their dependencies and the published client in FOLDER/node_modules, and with a `src/utils/Cluster.ts` that starts the command of the
// variable KDB_COMMAND in place of a container. Files that have a result in FOLDER/results keep it, unless told otherwise. Fails where a test
// fails that expected.json does not list, and where one passes that it lists.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { format } from 'prettier'
import { defaultRelease } from '../../../src/base/release/releases.ts'
import type { FileScore, Results } from './results.ts'
import { problemsIn, readExpected, readResults, resultsFile, totalOf } from './results.ts'

const { values } = parseArgs({
  options: {
    suite: { type: 'string' },
    release: { type: 'string', default: defaultRelease },
    only: { type: 'string', default: '' },
    fresh: { type: 'boolean', default: false },
  },
})
if (values.suite === undefined) throw new Error('Name the folder of the tests: --suite FOLDER.')
const suite = resolve(values.suite)
const { release, only, fresh } = values
const reports = join(suite, 'results', release)
const certificates = join(suite, 'certificates')
mkdirSync(reports, { recursive: true })

/** Tests of clusters, of names and of packages beside the client. */
const leftOut = /(?:^|\/)(?:plugins|opentelemetry|reconnect)\/|dns|connection\/cluster|not-leader|secure-cluster|opentelemetry/

const files = readdirSync(join(suite, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => file.endsWith('.test.ts') && !leftOut.test(file) && file.includes(only))
  .toSorted()

/** Milliseconds for all tests of a file: some of them wait for real time. */
const longestFile = 240_000

for (const file of files) {
  const report = reportOf(file)
  if (fresh) rmSync(report, { force: true })
  if (existsSync(report)) continue
  const command = [process.execPath, join(import.meta.dirname, 'node.ts'), '{port}', '{insecure}', '{options}'].join(' ')
  const jest = join(suite, 'node_modules', 'jest', 'bin', 'jest.js')
  spawnSync(process.execPath, [jest, '-i', '--forceExit', '--json', `--outputFile=${report}`, join('src', file)], {
    cwd: suite,
    stdio: 'ignore',
    timeout: longestFile,
    env: {
      ...process.env,
      KDB_COMMAND: command,
      KDB_CA: join(certificates, 'ca.crt'),
      KDB_LOGS: join(suite, 'logs'),
      KDB_ONE_FOR_MANY: 'true',
      CALLS_RELEASE: release,
      CALLS_CERTIFICATES: certificates,
    },
  })
  console.log(`${file}: ${describe(scoreOf(file))}`)
}

const scores = Object.fromEntries(files.map((file) => [file.replace(/\.test\.ts$/, ''), scoreOf(file)] as const))
const known: Results = readResults()
const results: Results = { ...known, [release]: { ...known[release], ...scores } }
writeFileSync(resultsFile, await format(JSON.stringify(results), { parser: 'json', printWidth: 140 }))
const { passed, failed } = totalOf(results[release]!)
console.log(`${passed} of ${passed + failed} tests pass as release ${release}`)
const problems = problemsIn(results, readExpected())
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

function reportOf(file: string): string {
  return join(
    reports,
    `${relative('.', file)
      .replace(/\.test\.ts$/, '')
      .replaceAll('/', '_')}.json`,
  )
}

interface JestReport {
  readonly testResults: readonly { readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[] }[]
}

/** A file without a report, because it ran out of time, counts as one failure of its own name. */
function scoreOf(file: string): FileScore {
  if (!existsSync(reportOf(file))) return { passed: 0, failed: [file] }
  const { testResults } = JSON.parse(readFileSync(reportOf(file), 'utf8')) as JestReport
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const named = (status: string): string[] => tests.filter((of) => of.status === status).map(({ fullName }) => fullName)
  return { passed: named('passed').length, failed: named('failed') }
}

function describe({ passed, failed }: FileScore): string {
  return failed.length === 0 ? `${passed} pass` : `${passed} pass, ${failed.length} fail: ${failed.join('; ')}`
}
