// Where hosts are tried: folders outside of this project, with their installed packages, and programs that run in them.

import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clean } from '../hosts/stranger.ts'
import { pack } from '../package/unpack.ts'
import type { Documented } from './documented.ts'
import { isInstall, withPacked } from './documented.ts'
import type { Server } from './static.ts'

const root = join(import.meta.dirname, '..', '..')
const windows = process.platform === 'win32'

/** Packages below this folder stay from one run to the next. Each clone has one, named by a hash of the clone's path. */
export const cache = join(tmpdir(), `rillbox-hosts-${hash(root)}`)

export interface Place {
  readonly folder: string
  /** Path of the packed package. */
  readonly packed: string
  /** Runs a command to its end. @returns its output. @throws Error with the output on failure. */
  run(command: string): Promise<string>
  /** Starts a server, and waits until it answers at an address. @throws Error with its output, where it does not. */
  serve(command: string, address: string): Promise<Server>
  /** All output so far. */
  printed(): string
}

/** @returns path of the packed package; another one for other contents, so that no package manager takes an older one for it. */
export function packFresh(): string {
  mkdirSync(cache, { recursive: true })
  for (const file of readdirSync(cache)) if (file.endsWith('.tgz')) rmSync(join(cache, file))
  const [packed] = pack('--pack-destination', cache)
  const path = join(cache, packed!.filename)
  const named = join(cache, `rillbox-${hash(readFileSync(path))}.tgz`)
  renameSync(path, named)
  return named
}

export interface Application {
  /** Folder of `projects` with its manifest, and with the files that the page leaves out. */
  readonly project: string
  readonly documented: Documented
  /** Packages whose programs are found before all others. */
  readonly tools?: Readonly<Record<string, string>>
  /** Path of the packed package. */
  readonly packed: string
  readonly env: Readonly<Record<string, string>>
}

/** @returns the place of the application, with its programs at hand and nothing in it yet. */
export async function openApplication({ project, tools = {}, packed, env }: Application): Promise<Place> {
  const programs: string[] = []
  for (const [name, version] of Object.entries(tools)) programs.push(await installTool(name, version))
  return openPlace(join(cache, project), programs, { packed, env })
}

/** Removes the packages of an earlier run. */
export function removeApplications(projects: Iterable<string>): void {
  for (const project of projects) rmSync(join(cache, project), { recursive: true, force: true })
}

/**
 * Builds the application as a reader of the page would: its own files and packages, then the files of the page, then its commands.
 *
 * @returns how long the installs took, in milliseconds.
 */
export async function makeApplication({ folder, run }: Place, { project, documented, packed }: Application): Promise<number> {
  const before = join(folder, '.installed.json')
  const manifest = readFileSync(join(import.meta.dirname, 'projects', project, 'package.json'), 'utf8')
  if (!existsSync(before) || readFileSync(before, 'utf8') !== manifest) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const kept = ['node_modules', 'package-lock.json', 'pnpm-lock.yaml', '.installed.json']
  for (const file of readdirSync(folder)) if (!kept.includes(file)) rmSync(join(folder, file), { recursive: true, force: true })
  // Bundlers take a package of the same version for the same package.
  rmSync(join(folder, 'node_modules', '.cache'), { recursive: true, force: true })
  cpSync(join(import.meta.dirname, 'shared'), folder, { recursive: true })
  cpSync(join(import.meta.dirname, 'projects', project), folder, { recursive: true })
  for (const [file, text] of Object.entries(documented.files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  let install = 0
  for (const command of documented.commands.length ? documented.commands : ['npm install']) {
    const begun = performance.now()
    await run(withPacked(command, packed))
    if (isInstall(command)) install += performance.now() - begun
  }
  writeFileSync(before, manifest)
  return install
}

/** @returns the folder of the programs of a package that is installed separately. */
async function installTool(name: string, version: string): Promise<string> {
  const folder = join(cache, `${name}-${version}`)
  const programs = join(folder, 'node_modules', '.bin')
  if (existsSync(join(folder, '.installed.json'))) return programs
  mkdirSync(folder, { recursive: true })
  // The program of `node` comes with its install script, which npm runs only if named.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { [name]: true } }))
  await openPlace(folder, []).run(`npm install ${name}@${version}`)
  writeFileSync(join(folder, '.installed.json'), '')
  return programs
}

function openPlace(folder: string, programs: readonly string[], { packed = '', env: own = {} }: Partial<Application> = {}): Place {
  const env = { ...environment(programs), ...own }
  let printed = ''
  const start = (command: string) => {
    printed += `$ ${command}\n`
    // A separate process group: servers have children, which have to end with them.
    const child = spawn(command, { cwd: folder, env, shell: true, detached: !windows, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const take = (chunk: Buffer): void => {
      output += chunk.toString()
      printed += chunk.toString()
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
    const stop = async () => {
      const end = (signal: NodeJS.Signals): void => {
        try {
          if (windows) child.kill(signal)
          else process.kill(-child.pid!, signal)
        } catch {
          // The process has ended.
        }
      }
      end('SIGTERM')
      const isOver = await Promise.race([ended.then(() => true), sleep(5000, false)])
      if (!isOver) end('SIGKILL')
      await ended
      open.delete(stop)
    }
    open.add(stop)
    void ended.then(() => open.delete(stop))
    return { ended, stop, output: () => output }
  }
  return {
    folder,
    packed,
    printed: () => printed,
    run: async (command) => {
      const { ended, stop, output } = start(command)
      const code = await Promise.race([ended, sleep(commandTimeout, undefined, { ref: false })])
      if (code === undefined) await stop()
      if (code !== 0) throw new Error(`${command} ${code === undefined ? 'did not end' : `ended with ${code}`}`)
      return output()
    },
    serve: async (command, address) => {
      const { ended, stop } = start(command)
      let hasEnded = false
      void ended.then(() => (hasEnded = true))
      const begun = performance.now()
      for (;;) {
        // Any answer will do: the page shows what is wrong with it.
        const answers = await fetch(address).then(
          () => true,
          () => false,
        )
        if (hasEnded) throw new Error(`${command} has ended`)
        if (answers) return { stop }
        if (performance.now() - begun > serverTimeout) {
          await stop()
          throw new Error(`${command} does not answer at ${address}`)
        }
        await sleep(200)
      }
    },
  }
}

/** In milliseconds. Installs of frameworks and their first builds take their time. */
const commandTimeout = 300_000
const serverTimeout = 120_000

const open = new Set<() => Promise<void>>()

/** Ends running processes when a run is stopped. */
export const stopAll = (): Promise<unknown> => Promise.all([...open].map((stop) => stop()))

/** The machine's, without the variables of this project and its npm, and with no telemetry. */
function environment(programs: readonly string[]): NodeJS.ProcessEnv {
  const isOurs = (folder: string): boolean => folder.startsWith(join(root, 'node_modules')) || folder.includes('node-gyp-bin')
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder && !isOurs(folder))
  const others = Object.entries(clean(process.env)).filter(
    ([name]) => !/^npm_(?:package|lifecycle|config_local|execpath|command)|^INIT_CWD$|^RILLBOX_/.test(name),
  )
  return {
    ...Object.fromEntries(others),
    PATH: [...programs, dirname(process.execPath), ...path].join(delimiter),
    NO_COLOR: '1',
    CI: '1',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_loglevel: 'error',
    NEXT_TELEMETRY_DISABLED: '1',
    STORYBOOK_DISABLE_TELEMETRY: '1',
  }
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}
