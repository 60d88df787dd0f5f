// Packs the built package and unpacks it as installed in a stranger's application.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, statSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** Below the project's node_modules, so that the package finds its dependencies but not the project's sources. */
const place = join(root, 'node_modules', '.cache', 'rillbox')

/** @returns a new empty folder of an application that has the package installed. */
export function installPacked(): string {
  mkdirSync(place, { recursive: true })
  const application = mkdtempSync(join(place, 'application-'))
  const installed = join(application, 'node_modules', 'rillbox')
  mkdirSync(installed, { recursive: true })
  const [packed] = pack('--pack-destination', application)
  // Without its own manifest the application would count as a part of this project.
  writeFileSync(join(application, 'package.json'), JSON.stringify({ name: 'application', type: 'module', dependencies: { rillbox: '*' } }))
  execFileSync('tar', ['-xzf', join(application, packed!.filename), '-C', installed, '--strip-components=1'])
  return application
}

export const removeApplication = (application: string): void => rmSync(application, { recursive: true, force: true })

/** Paths of the files that would be published. */
export const packedFiles = (): string[] => pack('--dry-run').flatMap(({ files }) => files.map(({ path }) => path))

export function pack(...options: string[]): { filename: string; files: { path: string }[] }[] {
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--loglevel=error', ...options], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return JSON.parse(output) as ReturnType<typeof pack>
}

/** Whether the library build exists and is newer than every source. */
function isBuilt(): boolean {
  const built = statSync(join(root, 'dist', 'index.d.ts'), { throwIfNoEntry: false })
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  return built !== undefined && sources.every((file) => statSync(join(root, 'src', file)).mtimeMs < built.mtimeMs)
}

/** Makes the library build as `npm run build` does, unless it is up to date. */
export function buildPackage(): void {
  if (isBuilt()) return
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts')], { cwd: root, stdio: 'pipe' })
}
