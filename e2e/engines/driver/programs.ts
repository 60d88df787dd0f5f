// Finds the programs that run Firefox and WebKit, and installs their Debian packages or says which are missing.

import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { EngineName } from './engine.ts'

interface Wanted {
  /** Names on the search path, the best first. */
  readonly names: readonly string[]
  /** Package of Debian and Ubuntu. */
  readonly package: string
}

const wanted = {
  firefox: { names: ['firefox-esr', 'firefox'], package: 'firefox-esr' },
  WebKitWebDriver: { names: ['WebKitWebDriver'], package: 'webkit2gtk-driver' },
  // Comes with the driver, outside of the search path.
  MiniBrowser: { names: ['MiniBrowser'], package: 'webkit2gtk-driver' },
  Xvfb: { names: ['Xvfb'], package: 'xvfb' },
} as const satisfies Readonly<Record<string, Wanted>>

export type ProgramName = keyof typeof wanted

const needs: Readonly<Record<EngineName, readonly ProgramName[]>> = {
  chromium: [],
  firefox: ['firefox'],
  webkit: ['WebKitWebDriver', 'MiniBrowser', 'Xvfb'],
}

/** @throws Error with the package that has the program. */
export function findProgram(name: ProgramName): string {
  const found = locate(name)
  if (found !== undefined) return found
  throw new Error(`${name} is missing: install the package "${wanted[name].package}" of Debian or Ubuntu.`)
}

/** Debian keeps the browser for tests in a folder that names the library's version. */
function libraryFolders(): string[] {
  const libraries = '/usr/lib'
  const platforms = existsSync(libraries) ? readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu')) : []
  return platforms.flatMap((platform) => {
    const folder = join(libraries, platform)
    const versions = readdirSync(folder).filter((name) => name.startsWith('webkit'))
    return versions.map((version) => join(folder, version))
  })
}

function locate(name: ProgramName): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...libraryFolders()]
  return wanted[name].names.flatMap((file) => folders.map((folder) => join(folder, file))).find(isRunnable)
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Finds the programs of an engine, and installs their packages where root can.
 *
 * @returns undefined, or a sentence that says what is missing.
 */
export function ensurePrograms(engine: EngineName, say: (line: string) => void): string | undefined {
  const missing = () => needs[engine].filter((name) => locate(name) === undefined)
  const packages = () => [...new Set(missing().map((name) => wanted[name].package))]
  if (missing().length === 0) return undefined
  const command = `apt-get install -y --no-install-recommends ${packages().join(' ')}`
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return `${engine} needs ${missing().join(', ')}. On Debian and Ubuntu: sudo ${command}`
  say(`Installing for ${engine}: ${packages().join(' ')} …`)
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  spawnSync('apt-get', command.split(' ').slice(1), { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  return missing().length === 0 ? undefined : `${engine} needs ${missing().join(', ')}, and "${command}" did not bring them.`
}
