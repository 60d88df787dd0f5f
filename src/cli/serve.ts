// The command `serve`: answers on a real port until it is interrupted or told to shut down.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scenarioProblems } from '../engine/scenario-problems.ts'
import type { Scenario } from '../engine/scenario.ts'
import type { ServeCommand } from './arguments.ts'
import { Failure } from './failure.ts'
import { lineOfError } from './json-line.ts'
import { counted } from './terminal.ts'
import type { Tools } from './tools.ts'

export async function runServe(command: ServeCommand, { terminal, openFolder, startServer, untilInterrupted }: Tools): Promise<void> {
  const { kind: _, db, insecure, ui, caching, scenario: file, ...given } = command
  if (ui !== undefined && !existsSync(join(ui, 'index.html')))
    throw new Failure(`"${ui}" has no index.html: --ui takes the folder of built pages.`)
  const scenario = file === undefined ? undefined : readScenario(file)
  const storage = db === undefined ? undefined : openFolder(db)
  const started = await startServer({
    ...given,
    ui,
    ...(storage && { storage }),
    security: insecure ? 'insecure' : 'secure',
    disableHttpCaching: !caching,
    warn: terminal.note,
    prepare: async (store) => {
      if (!scenario) return
      const seeded = await store.seed(scenario, { onlyFresh: true })
      terminal.note(
        seeded.kind === 'seeded'
          ? `Seeded ${counted(seeded.appended, 'event')}.`
          : `The store in "${db}" is in use: the scenario is left out.`,
      )
    },
  })
  await terminal.print(`Listening on ${started.url}${db === undefined ? ', in memory' : `, store in "${db}"`}.`)
  if (ui !== undefined) await terminal.print(`The pages of "${ui}" are at ${started.url}/web/index.html.`)
  // Told to end by a signal, or by POST /admin/shutdown.
  await Promise.race([untilInterrupted(), started.closed])
  await started.close()
}

/** @throws Failure that names what is wrong, with its line or its path. */
function readScenario(file: string): Scenario {
  const document = parse(file, readFileSync(file, 'utf8').replace(/^\ufeff/, ''))
  const [first, ...others] = scenarioProblems(document)
  if (!first) return document as Scenario
  const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'other problem')})`
  throw new Failure(`${file}: ${first.path === '' ? '' : `${first.path}: `}${first.message}${more}.`)
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    throw new Failure(`${file}:${lineOfError(text)}: no JSON (${message.replace(/\s+/g, ' ')}).`)
  }
}
