// Runs the steps of a check one group after the other, shows what failed, and prints the totals.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Count, Counts } from './counts.ts'
import { judge, print, printStep, sum } from './counts.ts'

export interface Step {
  readonly name: string
  /** Program and arguments; programs of the dependencies are on the path. */
  readonly command: readonly [program: string, ...args: string[]]
  readonly count: Count
  /** File the step writes its report to, in the folder of reports. */
  readonly report?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Steps that run at the same time. The next group starts only when all of them held. */
export type Group = readonly Step[]

interface Outcome {
  readonly step: Step
  readonly counts: Counts
}

const root = join(import.meta.dirname, '..')
export const reportFolder = join(root, 'node_modules', '.cache', 'rillbox')

/** Runs the groups and prints the closing line. @returns the exit code: 0 where everything held. */
export async function runSteps(groups: readonly Group[]): Promise<number> {
  mkdirSync(reportFolder, { recursive: true })
  const outcomes: Outcome[] = []
  for (const group of groups) {
    const done = await Promise.all(group.map((step) => runStep(step, group.length === 1)))
    outcomes.push(...done)
    if (done.some(({ counts }) => counts.failed > 0)) break
  }
  const missed = groups.flat().filter((step) => !outcomes.some((outcome) => outcome.step === step))
  console.log('')
  for (const { step, counts } of outcomes) console.log(`  ${counts.failed ? '✗' : '✓'} ${step.name.padEnd(28)} ${printStep(counts)}`)
  for (const step of missed) console.log(`  - ${step.name.padEnd(28)} not run`)
  const total = sum(outcomes.map(({ counts }) => counts))
  console.log(`\n${print(total)}`)
  return total.failed || missed.length ? 1 : 0
}

/** @param live show the output while it comes; otherwise only afterwards and only where the step failed. */
async function runStep(step: Step, live: boolean): Promise<Outcome> {
  const report = step.report === undefined ? undefined : join(reportFolder, step.report)
  if (report) rmSync(report, { force: true })
  if (live) console.log(heading(step))
  const { exitCode, output } = await run(step, live)
  const finished = { exitCode, output, report: report && existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined }
  const counts = judge(step.count, finished)
  if (!live && counts.failed) console.log(`${heading(step)}${output}`)
  return { step, counts }
}

function run({ command: [program, ...args], env }: Step, live: boolean): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...env },
    })
    let output = ''
    const take = (chunk: Buffer): void => {
      output += chunk.toString()
      if (live) process.stdout.write(chunk)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', (error) => resolve({ exitCode: 1, output: `${output}\n${error.message}\n` }))
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output }))
  })
}

const heading = ({ name }: Step): string => `\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}\n`
