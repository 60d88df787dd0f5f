// Installs the packed package into an application of every host and tries it there, with the lines of docs/hosts.md.
//
//   npm run hosts [-- --only vite,next-dev]
//
// Needs a registry. Servers listen on RILLBOX_HOSTS_PORT (default 5411) and the ports behind it.

import { parseArgs, stripVTControlCharacters } from 'node:util'
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
  const { error, printed } = await attempt(host, firstPort + index)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${error === undefined ? '✓' : '✗'} ${host.name.padEnd(18)} ${seconds.padStart(6)} s`)
  if (error === undefined) continue
  failed.push(host.name)
  const lines = [...stripVTControlCharacters(printed).trimEnd().split('\n').slice(-25), error]
  for (const line of lines.join('\n').split('\n')) console.log(`    ${line.slice(0, 200)}`)
}
await closeBrowser()

console.log(`\n${chosen.length - failed.length} of ${chosen.length} hosts passed${failed.length ? `; failed: ${failed.join(', ')}` : ''}`)
process.exitCode = failed.length ? 1 : 0

async function attempt(host: Host, port: number): Promise<{ readonly error?: string; readonly printed: string }> {
  let place: Place | undefined
  try {
    const env = { CHROMIUM_PATH: chromium, PORT: String(port) }
    const application = { ...host, documented: joinSections(sections, host.sections), packed, env }
    place = await openApplication(application)
    await makeApplication(place, application)
    await host.attempt(place, port)
    const warnings = complaints(place.printed())
    if (warnings.length) throw new Error(`Warnings of what this package brings:\n${warnings.join('\n')}`)
    return { printed: place.printed() }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), printed: place?.printed() ?? '' }
  }
}
