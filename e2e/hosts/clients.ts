// Installs what the tests of hosts use and the package does not need, where it is missing or stale.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { staleReason } from '../../scripts/installed.mjs'

const folder = import.meta.dirname

const readLock = (path: string) =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Parameters<typeof staleReason>[0]) : undefined

/** @throws the error of npm, which says what went wrong, on a machine without a registry. */
export function installClients(): void {
  const wanted = readLock(join(folder, 'package-lock.json'))!
  const installed = readLock(join(folder, 'node_modules', '.package-lock.json'))
  const isThere = (path: string): boolean => existsSync(join(folder, path, 'package.json'))
  if (staleReason(wanted, installed, isThere) === undefined) return
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
}
