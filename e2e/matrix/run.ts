// Installs the packed package into an application of every host and tries it there, with the lines of docs/hosts.md.
//
//   npm run hosts [-- --only vite,next-dev]
//
// Needs a registry. Servers listen on RILLBOX_HOSTS_PORT (default 5411) and the ports behind it.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { gzipSync } from 'node:zlib'
import { ensureChromium } from '../../scripts/chromium.ts'
import { buildPackage } from '../package/unpack.ts'
import { chooseHosts, complaints } from './choose.ts'
import { joinSections, readSections } from './documented.ts'
import type { Host } from './hosts.ts'
import { hosts } from './hosts.ts'
import { cache, makeApplication, openApplication, packFresh, stopAll } from './place.ts'
import type { Place } from './place.ts'
import { closeBrowser } from './visit.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const chosen = chooseHosts(hosts, values.only)
const firstPort = Number(process.env['RILLBOX_HOSTS_PORT'] ?? 5411)
const sections = readSections()
const { path: chromium } = ensureChromium((line) => console.log(line))

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopAll().then(() => process.exit(1)))

buildPackage()
const packed = packFresh()
console.log(`Installing into ${cache}\n`)

const failed: string[] = []
for (const [index, host] of chosen.entries()) {
  const begun = performance.now()
  const { error, printed, bundle } = await attempt(host, firstPort + index)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(
    `${error === undefined ? '✓' : '✗'} ${host.name.padEnd(18)} ${seconds.padStart(6)} s${bundle === undefined ? '' : `  ${kilobytes(bundle)} kB of scripts`}`,
  )
  if (error === undefined) continue
  failed.push(host.name)
  const lines = [...stripVTControlCharacters(printed).trimEnd().split('\n').slice(-25), error]
  for (const line of lines.join('\n').split('\n')) console.log(`    ${line.slice(0, 200)}`)
}
await closeBrowser()

console.log(`\n${chosen.length - failed.length} of ${chosen.length} hosts passed${failed.length ? `; failed: ${failed.join(', ')}` : ''}`)
process.exitCode = failed.length ? 1 : 0

interface Attempted {
  readonly error?: string
  readonly printed: string
  /** Compressed bytes of the scripts in the production build, the store's and the application's. */
  readonly bundle?: number
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0)
}

function scriptsIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.m?js$/.test(file))
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)
}

async function attempt(host: Host, port: number): Promise<Attempted> {
  let place: Place | undefined
  try {
    const env = { CHROMIUM_PATH: chromium, PORT: String(port) }
    const application = { ...host, documented: joinSections(sections, host.sections), packed, env }
    place = await openApplication(application)
    await makeApplication(place, application)
    await host.attempt(place, port)
    const warnings = complaints(place.printed())
    if (warnings.length) throw new Error(`Warnings about this package or its dependencies:\n${warnings.join('\n')}`)
    const bundle = host.bundle === undefined ? {} : { bundle: scriptsIn(join(place.folder, host.bundle)) }
    return { printed: place.printed(), ...bundle }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), printed: place?.printed() ?? '' }
  }
}
