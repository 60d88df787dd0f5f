// An application outside of this project that installs the packed package, with that package's dependencies and its own, and no others.

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pack } from '../package/unpack.ts'

const root = join(import.meta.dirname, '..', '..')

export interface Stranger {
  readonly folder: string
  /** Runs a program of an installed package. @returns its output. @throws Error with the output on failure. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): string
  remove(): void
}

/** @param project a folder of `projects`. */
export function installStranger(project: string): Stranger {
  const folder = mkdtempSync(join(tmpdir(), `rillbox-${project}-`))
  cpSync(join(import.meta.dirname, 'projects', project), folder, { recursive: true })
  const { devDependencies = {} } = readManifest(folder)
  const named = Object.keys(devDependencies).filter((name) => name !== 'rillbox')
  const wanted = [...Object.keys(readManifest(root).dependencies ?? {}), ...named]
  // Everything that npm would fetch is here already, so it needs no registry; it still decides what belongs in the folder.
  for (const path of closure(wanted)) copyPackage(path, folder)
  const [packed] = pack('--pack-destination', folder)
  npm(folder, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--save-dev', join(folder, packed!.filename))
  return {
    folder,
    run: (program, args, env = {}) => run(folder, program, args, env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly bin?: string | Readonly<Record<string, string>>
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Folders of packages and of all that they depend on. */
function closure(names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (name: string, from: string): void => {
    const path = locate(name, from)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies = {}, optionalDependencies = {} } = readManifest(path)
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) visit(dependency, path)
  }
  for (const name of names) visit(name, root)
  return found
}

/** As Node looks for it. @returns undefined for an optional one that is not installed. */
function locate(name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(root); folder = join(folder, '..')) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return path
  }
  return undefined
}

function copyPackage(path: string, folder: string): void {
  const target = join(folder, relative(root, path))
  mkdirSync(target, { recursive: true })
  // Packages inside of it are copied only where another package depends on them.
  cpSync(path, target, { recursive: true, filter: (source) => !relative(path, source).split(/[/\\]/).includes('node_modules') })
}

const npm = (cwd: string, ...args: string[]): void => {
  execFileSync('npm', [...args, '--loglevel=error'], { cwd, encoding: 'utf8', stdio: 'pipe', shell: process.platform === 'win32' })
}

function run(folder: string, program: string, args: readonly string[], env: Readonly<Record<string, string>>): string {
  const script = join(folder, 'node_modules', program)
  try {
    return execFileSync(process.execPath, [script, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...clean(process.env), ...env },
      stdio: 'pipe',
    })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error })
  }
}

/** Without the variables that reveal a test runner to a program. */
export const clean = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:VITEST|TEST|NODE_ENV|NODE_OPTIONS|VITE_|JEST_)/.test(name)))
