// Installs the packages that only the tests of hosts use, where one is missing or has another version; once, before they run.

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
 * @throws npm's error on a machine without a registry.
 */
export function setup(): void {
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
