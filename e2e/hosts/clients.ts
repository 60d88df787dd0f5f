// Installs what the tests of hosts use and the package does not need, where it is missing or of another version.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname

const read = (path: string) =>
  JSON.parse(readFileSync(join(folder, path), 'utf8')) as { version: string; devDependencies: Record<string, string> }

/**
 * Versions are pinned in `package.json`; there is no lock file, because the platform builds of jest's resolver that a registry
 * does not have would keep `npm ci` from installing anything.
 *
 * @throws the error of npm, which says what went wrong, on a machine without a registry.
 */
export function installClients(): void {
  const wanted = Object.entries(read('package.json').devDependencies)
  const installed = (name: string): string | undefined => {
    const path = join('node_modules', name, 'package.json')
    return existsSync(join(folder, path)) ? read(path).version : undefined
  }
  if (wanted.every(([name, version]) => installed(name) === version)) return
  execFileSync(
    'npm',
    ['install', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'],
    {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
}
