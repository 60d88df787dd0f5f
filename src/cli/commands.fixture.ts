// Runs commands of the command line: in this process, with their output collected, or in separate processes.

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { memoryStorage } from '../storage/memory/memory.ts'
import { hasSqliteFile, removeSqliteFile } from '../storage/sqlite/file.ts'
import { sqliteStorage } from '../storage/sqlite/sqlite.ts'
import { listen, serve } from '../host/node/http-server.ts'
import { readArguments } from './arguments.ts'
import { runDryRun } from './commands/queries/dry-run.ts'
import { runExport } from './commands/export.ts'
import { tell } from './failure.ts'
import { runCheck } from './commands/queries/check.ts'
import { runCompare } from './commands/queries/compare.ts'
import { runDiff } from './commands/diff.ts'
import { runImport } from './commands/import.ts'
import { runInit } from './commands/init.ts'
import { runPull } from './commands/pull.ts'
import { runProfile } from './commands/queries/profile.ts'
import { runPush } from './commands/push.ts'
import { runPushProjections } from './commands/push-projections.ts'
import { runRecord } from './commands/record.ts'
import { runQuery } from './commands/queries/run.ts'
import { runTypes } from './commands/queries/types.ts'
import { runTestDocs } from './commands/test-docs.ts'
import { createTerminal } from './terminal.ts'
import type { Tools } from './tools.ts'

export interface Ran {
  readonly output: readonly string[]
  readonly messages: readonly string[]
  /** Exit code of the command; undefined for success. */
  readonly failure: string | undefined
}

/** Runs a command that ends by itself. @throws errors that are bugs. */
export async function runCommand(...given: string[]): Promise<Ran> {
  const [output, messages] = [collect(), collect()]
  const tools: Tools = {
    terminal: createTerminal(output, messages, () => performance.now()),
    isColoured: false,
    version: '0.0.0',
    inMemory: memoryStorage,
    openFolder: (folder) => sqliteStorage({ folder }),
    hasStore: hasSqliteFile,
    removeStore: removeSqliteFile,
    startServer: serve,
    startProxy: (pass, options) => listen({ fetch: pass, close: () => Promise.resolve() }, options),
    // Only a recording goes on until then.
    untilInterrupted: () => (given[0] === 'record' ? Promise.resolve() : Promise.withResolvers<void>().promise),
  }
  let failure: string | undefined
  try {
    await run(given, tools)
  } catch (error) {
    failure = tell(error)
    if (failure === undefined) throw error
  }
  return { output: output.lines(), messages: messages.lines(), failure }
}

async function run(given: readonly string[], tools: Tools): Promise<void> {
  const command = readArguments(given)
  if (command.kind === 'run') return await runQuery(command, tools)
  if (command.kind === 'push-projections') return void (await runPushProjections(command, tools))
  if (command.kind === 'types') return await runTypes(command, tools)
  if (command.kind === 'profile') return void (await runProfile(command, tools))
  if (command.kind === 'dry-run') return await runDryRun(command, tools)
  if (command.kind === 'compare') return void (await runCompare(command, tools))
  if (command.kind === 'check') return void (await runCheck(command, tools))
  if (command.kind === 'test-docs') return void (await runTestDocs(command, tools))
  if (command.kind === 'import') return await runImport(command, tools)
  if (command.kind === 'export') return await runExport(command, tools)
  if (command.kind === 'pull') return await runPull(command, tools)
  if (command.kind === 'push') return await runPush(command, tools)
  if (command.kind === 'diff') return void (await runDiff(command, tools))
  if (command.kind === 'record') return await runRecord(command, tools)
  if (command.kind === 'init') return await runInit(command, tools)
  throw new Error(`"${given.join(' ')}" is no command that ends by itself.`)
}

function collect() {
  let text = ''
  return {
    write(piece: string): boolean {
      text += piece
      return true
    },
    lines: () => text.split('\n').slice(0, -1),
  }
}

export interface RunningCommand {
  readonly process: ChildProcess
  /** Resolves with the first line of the output. */
  readonly started: Promise<string>
  readonly ended: Promise<{ readonly code: number | null; readonly output: string; readonly messages: string }>
}

const script = join(import.meta.dirname, '..', 'cli.ts')

/** Starts a command in a separate process. */
export const startCommand = (...given: string[]): RunningCommand => startProcess([script, ...given])

/**
 * Makes a process report its peak memory in kB in its last message. Linux counts the peak of a parent into `maxRSS` of its children: from a
 * test runner of 600 MB even an idle process has 590 MB (Node 20.20 and 24.21), so the process reads its own mark where there is one.
 */
const tellMemory = `--import=data:text/javascript,${encodeURIComponent(`
  const own = () => process.getBuiltinModule('node:fs').readFileSync('/proc/self/status', 'utf8').match(/VmHWM:\\s+(\\d+)/)[1]
  process.on('exit', () => console.error('maxRSS ' + (process.platform === 'linux' ? own() : process.resourceUsage().maxRSS)))
`)}`

function startProcess(given: readonly string[]): RunningCommand {
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, messages] = ['', '']
  const started = Promise.withResolvers<string>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    const [line, rest] = output.split('\n')
    if (rest !== undefined) started.resolve(line!)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (messages += text))
  const ended = new Promise<{ code: number | null; output: string; messages: string }>((resolve) => {
    child.on('close', (code) => {
      resolve({ code, output, messages })
      started.reject(new Error(`The command ended with ${code} before it printed anything: ${messages}`))
    })
  })
  // A caller that waits only for the end does not care.
  started.promise.catch(() => undefined)
  return { process: child, started: started.promise, ended }
}

export type RunningServe = RunningCommand & { readonly url: string }

/** Starts `serve` on a free port. @returns where it listens. */
export const startServe = (...given: string[]): Promise<RunningServe> => listening(startCommand('serve', '--port', '0', ...given))

/** The same; its last message is `maxRSS` and its peak memory in kB. */
export const startMeasuredServe = (): Promise<RunningServe> => listening(startProcess([tellMemory, script, 'serve', '--port', '0']))

async function listening(command: RunningCommand): Promise<RunningServe> {
  const url = /http:\/\/\S+?:\d+/.exec(await command.started)?.[0]
  if (url === undefined) throw new Error(`"${await command.started}" names no URL.`)
  return { ...command, url }
}
