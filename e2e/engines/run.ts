// Tries the package in Chromium, Firefox and WebKit, and writes docs/inside/engines.md from the outcome.
//
//   npm run engines [-- --only firefox,webkit] [--area store,queries]
//
// Installs the engines' Debian packages where root can, and otherwise says which are missing. The document has the newest outcome of each
// area in each engine.

import { parseArgs } from 'node:util'
import { updateDocument } from './document.ts'
import type { EngineName } from './driver/open.ts'
import { engineNames } from './driver/open.ts'
import { areas, runEngine } from './areas.ts'
import type { EngineRun, Outcome } from './areas.ts'
import { servePages } from './served.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, area: { type: 'string' } } })
const engines = chosen('engine', engineNames, values.only)
const chosenAreas = chosen('area', Object.keys(areas), values.area)

const stop = await servePages()
const runs: EngineRun[] = []
let broken = 0
try {
  for (const engine of engines) await tryEngine(engine as EngineName)
} finally {
  stop()
}

console.log(`\n${runs.map(summary).join('\n')}`)
const failed = runs.flatMap(({ outcomes }) => outcomes).filter(({ result }) => result.kind === 'failed').length
await updateDocument(runs)
process.exit(failed + broken ? 1 : 0)

/** An engine that is not there, or ends by itself, is a sentence of the run and not its end. */
async function tryEngine(engine: EngineName): Promise<void> {
  try {
    runs.push(await runEngine(engine, chosenAreas, report))
  } catch (error) {
    broken++
    console.log(`✗ ${engine.padEnd(8)} ${error instanceof Error ? error.message : String(error)}`)
  }
}

function report({ engine, check, result, milliseconds }: Outcome): void {
  const mark = { passed: '✓', failed: '✗', left: '–' }[result.kind]
  const said = result.said ? `  ${result.said}` : ''
  console.log(`${mark} ${engine.padEnd(8)} ${check} (${(milliseconds / 1000).toFixed(1)} s)${said}`)
}

function summary({ version, outcomes }: EngineRun): string {
  const count = (kind: string) => outcomes.filter(({ result }) => result.kind === kind).length
  return `${version.padEnd(24)} ${count('passed')} passed, ${count('failed')} failed, ${count('left')} not tried`
}

/** @throws Error if a name is none of them. */
function chosen(what: string, all: readonly string[], given: string | undefined): readonly string[] {
  const names = given?.split(',') ?? all
  const unknown = names.find((name) => !all.includes(name))
  if (unknown !== undefined) throw new Error(`There is no ${what} "${unknown}"; there are ${all.join(', ')}.`)
  return names
}
