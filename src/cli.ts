// The command `rillbox`: parses the command line, runs the command, and exits with 0, or with 2 and one line that names the reason.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAsset, isSea } from 'node:sea'
import { isOldNode, lowestNode } from './base/platform/platform.ts'
import { readArguments } from './cli/arguments.ts'
import type { CliCommand } from './cli/arguments.ts'
import { Failure, failed, tell } from './cli/failure.ts'
import { readConfiguration } from './cli/files/configuration-file.ts'
import { configurationFile } from './cli/declarations/translate.ts'
import { createTerminal } from './cli/terminal.ts'
import type { Tools } from './cli/tools.ts'
import { usage } from './cli/declarations/usage.ts'
import { listen, serve } from './host/node/http-server.ts'
import { memoryStorage } from './storage/memory/memory.ts'
import { hasSqliteFile, removeSqliteFile } from './storage/sqlite/file.ts'
import { sqliteStorage } from './storage/sqlite/sqlite.ts'

const terminal = createTerminal(process.stdout, process.stderr, () => performance.now())

const tools: Tools = {
  terminal,
  isColoured: process.stdout.isTTY && process.stdout.hasColors() && !process.env['NO_COLOR'],
  version: version(),
  inMemory: memoryStorage,
  openFolder: (folder) => sqliteStorage({ folder }),
  hasStore: hasSqliteFile,
  removeStore: removeSqliteFile,
  startServer: serve,
  startProxy: (pass, options) => listen({ fetch: pass, close: () => Promise.resolve() }, options),
  untilInterrupted: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
    }),
}

// A reader like `head` may close the pipe before the end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

// Not awaited: an executable runs it as CommonJS. A bug ends the process with its stack trace.
void main()

async function main(): Promise<void> {
  try {
    requireNode()
    const [name, ...given] = process.argv.slice(2)
    const file = name === 'serve' ? configurationFile(given, process.env) : undefined
    const configuration = file === undefined ? undefined : await readConfiguration(file)
    await run(readArguments(process.argv.slice(2), process.env, configuration))
  } catch (error) {
    terminal.done()
    const line = tell(error)
    if (line === undefined) throw error
    terminal.note(`rillbox: ${line}`)
    process.exitCode = failed
  }
}

async function run(command: CliCommand): Promise<void> {
  switch (command.kind) {
    case 'help':
      return await terminal.print(usage(command.of))
    case 'version':
      return await terminal.print(version())
    case 'problem':
      terminal.note(
        `rillbox: ${command.message} ${command.of === undefined ? '"rillbox help" lists them.' : `"rillbox ${command.of} --help" says more.`}`,
      )
      process.exitCode = failed
      return undefined
    case 'serve':
      return await (await import('./cli/commands/serve.ts')).runServe(command, tools)
    case 'run':
      return await (await import('./cli/commands/queries/run.ts')).runQuery(command, tools)
    case 'check':
      process.exitCode = await (await import('./cli/commands/queries/check.ts')).runCheck(command, tools)
      return undefined
    case 'compare':
      process.exitCode = await (await import('./cli/commands/queries/compare.ts')).runCompare(command, tools)
      return undefined
    case 'mcp':
      return await (await import('./cli/commands/mcp.ts')).runMcp(command, tools)
    case 'profile':
      process.exitCode = await (await import('./cli/commands/queries/profile.ts')).runProfile(command, tools)
      return undefined
    case 'dry-run':
      return await (await import('./cli/commands/queries/dry-run.ts')).runDryRun(command, tools)
    case 'types':
      return await (await import('./cli/commands/queries/types.ts')).runTypes(command, tools)
    case 'test-docs':
      process.exitCode = await (await import('./cli/commands/test-docs.ts')).runTestDocs(command, tools)
      return undefined
    case 'import':
      return await (await import('./cli/commands/import.ts')).runImport(command, tools)
    case 'export':
      return await (await import('./cli/commands/export.ts')).runExport(command, tools)
    case 'pull':
      return await (await import('./cli/commands/pull.ts')).runPull(command, tools)
    case 'push':
      return await (await import('./cli/commands/push.ts')).runPush(command, tools)
    case 'push-projections':
      process.exitCode = await (await import('./cli/commands/push-projections.ts')).runPushProjections(command, tools)
      return undefined
    case 'diff':
      process.exitCode = await (await import('./cli/commands/diff.ts')).runDiff(command, tools)
      return undefined
    case 'record':
      return await (await import('./cli/commands/record.ts')).runRecord(command, tools)
    case 'init':
      return await (await import('./cli/commands/init.ts')).runInit(command, tools)
  }
}

/** An older Node would fail later, with an error that does not name the reason. */
function requireNode(): void {
  const { node } = process.versions
  if (isOldNode(node)) throw new Failure(`Rillbox needs Node ${lowestNode} or newer; this is ${node}.`)
}

function version(): string {
  const text = isSea() ? getAsset('package.json', 'utf8') : readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
