// Installs the packed package into an application of every host and tries it there, with the lines of docs/hosts.md.
//
//   npm run hosts [-- --only vite,next-dev] [--fresh]
//
// Packages stay from one run to the next; with --fresh they are installed anew, and the figures for installs are those of a reader whose npm
// has the packages in its cache. Needs a registry.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { gzipSync } from 'node:zlib'
import { ensureChromium } from '../../scripts/chromium.ts'
import { buildPackage } from '../package/unpack.ts'
import { chooseHosts, complaints } from './choose.ts'
import { joinSections, readSections } from './documented.ts'
import type { Host } from './hosts.ts'
import { hosts } from './hosts.ts'
import { cache, makeApplication, openApplication, packFresh, removeApplications, stopAll } from './place.ts'
import type { Place } from './place.ts'
import { freePort } from './static.ts'
import type { Measured } from './table.ts'
import { lineOf, tableOf } from './table.ts'
import { closeBrowser } from './visit.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, fresh: { type: 'boolean', default: false } } })
const chosen = chooseHosts(hosts, values.only)
const sections = readSections()
const { path: chromium } = ensureChromium((line) => console.log(line), 'whole')

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopAll().then(() => process.exit(1)))

buildPackage()
const packed = packFresh()
console.log(`Installing into ${cache}\n`)

if (values.fresh) removeApplications(new Set(chosen.map(({ project }) => project)))

const all: Measured[] = []
const skipped: string[] = []
for (const host of chosen) {
  const missing = (host.needs ?? []).filter((need) => !isAtHand(need))
  if (missing.length > 0) {
    skipped.push(host.name)
    console.log(`- ${host.name.padEnd(18)} skipped: this machine has no ${missing.join(', ')}`)
    continue
  }
  const { error, printed, ...figures } = await attempt(host, await freePort())
  const measured = { name: host.name, passed: error === undefined, ...figures }
  all.push(measured)
  console.log(lineOf(measured))
  if (error === undefined) continue
  const lines = [...stripVTControlCharacters(printed).trimEnd().split('\n').slice(-25), error]
  for (const line of lines.join('\n').split('\n')) console.log(`    ${line.slice(0, 200)}`)
}
await closeBrowser()

const failed = all.filter(({ passed }) => !passed).map(({ name }) => name)
console.log(`\n${tableOf(all)}\n`)
console.log(
  `${all.length - failed.length} of ${all.length} hosts passed${failed.length ? `; failed: ${failed.join(', ')}` : ''}${skipped.length ? `; skipped: ${skipped.join(', ')}` : ''}`,
)
process.exitCode = failed.length ? 1 : 0

/** @param need a command of the search path, or the path of a file. */
function isAtHand(need: string): boolean {
  return need.startsWith('/')
    ? existsSync(need)
    : (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, need)))
}

interface Attempted extends Pick<Measured, 'install' | 'firstEvent' | 'bundle'> {
  readonly error?: string
  readonly printed: string
}

/** Without msw's, which lies among the public files. */
function scriptFilesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.m?js$/.test(file))
  return files.filter((file) => !file.endsWith('mockServiceWorker.js')).map((file) => join(folder, file))
}

function scriptsIn(folder: string): number {
  return scriptFilesIn(folder).reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0)
}

/** The codes of errors are in every form of the store. */
function hasStore(folder: string): boolean {
  return scriptFilesIn(folder).some((file) => /setup-msw-missing|storage-evicted/.test(readFileSync(file, 'utf8')))
}

async function attempt(host: Host, port: number): Promise<Attempted> {
  let place: Place | undefined
  let figures: Pick<Attempted, 'install' | 'firstEvent' | 'bundle'> = {}
  try {
    const env = { CHROMIUM_PATH: chromium, PORT: String(port) }
    const application = { ...host, documented: joinSections(sections, host.sections), packed, env }
    place = await openApplication(application)
    const begun = performance.now()
    const install = await makeApplication(place, application)
    figures = { install }
    const projected = await host.attempt(place, port)
    figures = { install, firstEvent: projected - begun - install }
    if (host.production !== undefined) await place.run(host.production)
    if (host.bundle !== undefined) {
      const bundle = join(place.folder, host.bundle)
      if (host.production !== undefined && hasStore(bundle)) throw new Error('The production build has the store in it.')
      figures = { ...figures, bundle: scriptsIn(bundle) }
    }
    const warnings = complaints(place.printed())
    if (warnings.length) throw new Error(`Warnings about this package or its dependencies:\n${warnings.join('\n')}`)
    return { printed: place.printed(), ...figures }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), printed: place?.printed() ?? '', ...figures }
  }
}
