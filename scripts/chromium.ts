// Finds a Chromium to test with, and explains how to install one if there is none.

import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** A browser and its origin, in words for the reader of a test run. */
export interface FoundChromium {
  readonly path: string
  readonly from: string
}

/** Questions to the machine; replaced in tests. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Path of Playwright's own download, which may not exist. */
  readonly playwright: string
  runnable(path: string): boolean
}

/**
 * Where pages run: in a whole browser, as users have it, or in a headless shell, the same engine without the window, tabs and menus that a
 * whole browser builds for every page although it is headless. Tests take a third less time in a shell, which is the default; measurements
 * and pictures ask for a whole browser.
 */
export type ChromiumKind = 'whole' | 'shell'

const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const places = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/**
 * Looks, in this order, at CHROMIUM_PATH, at Playwright's own download (the version its tests are made for), at the search path,
 * and at the usual places.
 *
 * @param kind `shell`: headless shells in the search path come before whole browsers, which serve if there is no shell.
 * @throws Error if CHROMIUM_PATH is set to something that cannot be run: silently taking another browser would surprise.
 */
export function findChromium(kind: ChromiumKind = 'shell', machine: Machine = thisMachine()): FoundChromium | undefined {
  const wanted = machine.env['CHROMIUM_PATH']
  if (wanted) {
    if (machine.runnable(wanted)) return { path: wanted, from: 'CHROMIUM_PATH' }
    throw new Error(`CHROMIUM_PATH is "${wanted}", which is no program that can be run.`)
  }
  if (machine.runnable(machine.playwright)) return { path: machine.playwright, from: "Playwright's own download" }
  const folders = (machine.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const wantedNames = kind === 'shell' ? [...shells, ...names] : names
  const installed = wantedNames.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => machine.runnable(path))
  if (installed) return { path: installed, from: 'installed on this machine' }
  const usual = places.find((path) => machine.runnable(path))
  return usual === undefined ? undefined : { path: usual, from: 'installed on this machine' }
}

/** @returns a browser with settings of a user, which no headless shell has, whatever CHROMIUM_PATH names; undefined where there is none. */
export function findWholeChromium(): FoundChromium | undefined {
  const isShell = (path: string | undefined): boolean => path !== undefined && shells.some((name) => path.includes(name))
  const { CHROMIUM_PATH: wanted, ...others } = process.env
  const found = findChromium('whole', thisMachine(isShell(wanted) ? others : process.env))
  return isShell(found?.path) ? undefined : found
}

/**
 * Switches that make a headless run quiet and the same everywhere: no graphics card, no calls to the browser maker's servers, and
 * a sandbox that works for root.
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Options for Playwright's `launch`; leaves the choice to Playwright where nothing was found, whose message gives advice. */
export const launchOptions = (kind: ChromiumKind = 'shell') => ({ executablePath: findChromium(kind)?.path, args: chromiumArgs })

/** One way to get a browser: the message, the command. */
interface Install {
  readonly text: string
  readonly commands: readonly (readonly [program: string, ...args: string[]])[]
}

const canInstallPackages = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** In the order in which they are tried, each only where the ones before brought no browser that works. */
const installs: readonly (Install & { readonly isPossible: (kind: ChromiumKind) => boolean })[] = [
  {
    text: "downloading Playwright's Chromium",
    commands: [['npx', 'playwright', 'install', 'chromium']],
    isPossible: () => true,
  },
  {
    text: "installing the system's libraries that Playwright's Chromium needs",
    commands: [['npx', 'playwright', 'install-deps', 'chromium']],
    isPossible: () => canInstallPackages && existsSync(chromium.executablePath()),
  },
  {
    text: 'installing the package "chromium-headless-shell" of this Linux',
    commands: installsPackage('chromium-headless-shell'),
    isPossible: (kind) => canInstallPackages && kind === 'shell',
  },
  {
    text: 'installing the package "chromium" of this Linux',
    commands: installsPackage('chromium'),
    isPossible: () => canInstallPackages,
  },
]

function installsPackage(name: string): Install['commands'] {
  return [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', name],
  ]
}

/**
 * Finds a Chromium or installs one, and reports each step.
 *
 * @throws Error if none can be had, with the attempts and advice for the reader.
 */
export function ensureChromium(say: (line: string) => void, kind: ChromiumKind = 'shell'): FoundChromium {
  const failures: string[] = []
  const found = findWorking(kind, failures)
  if (found) return found
  for (const { text, commands, isPossible } of installs) {
    if (!isPossible(kind)) continue
    say(`No Chromium that works was found: ${text} …`)
    for (const [program, ...args] of commands) {
      const { status, stderr } = spawnSync(program, args, {
        stdio: ['ignore', 'inherit', 'pipe'],
        encoding: 'utf8',
        shell: process.platform === 'win32',
      })
      if (status !== 0) failures.push(`${[program, ...args].join(' ')}:\n${stderr}`)
    }
    const now = findWorking(kind, failures)
    if (now) return now
    say('That did not bring one.')
  }
  throw new Error(
    `${failures.join('\n')}\nThere is no Chromium to test with. Install Chromium or Chrome, or set CHROMIUM_PATH to a browser that is already there.`,
  )
}

/** An executable may still lack libraries of the system: only running it tells. */
function findWorking(kind: ChromiumKind, failures: string[]): FoundChromium | undefined {
  const found = findChromium(kind)
  if (!found) return undefined
  // Chrome for Windows opens a window instead of printing its version.
  if (process.platform === 'win32') return found
  const { status, stderr } = spawnSync(found.path, ['--version'], { encoding: 'utf8' })
  if (status === 0) return found
  failures.push(`${found.path} (${found.from}) does not start:\n${stderr}`)
  return undefined
}

const thisMachine = (env: Machine['env'] = process.env): Machine => ({
  env,
  playwright: chromium.executablePath(),
  runnable: (path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  },
})
