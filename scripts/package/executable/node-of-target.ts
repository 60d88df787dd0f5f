// Finds the Node of a platform, of the same version as the one that runs this: the process's own, or that of an npm package.

import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Target } from './targets.ts'
import { ownTarget, targets } from './targets.ts'

/** @returns the path of a file that the caller may copy. @throws where npm has no Node of this version for the platform. */
export async function nodeOf(target: Target, folder: string): Promise<string> {
  if (target === ownTarget()) return process.execPath
  const { package: name, binary } = targets[target]
  const place = join(folder, target)
  mkdirSync(place, { recursive: true })
  const of = `${name}@${process.versions.node}`
  run('npm', ['pack', '--silent', '--pack-destination', place, of], place, `npm has no ${of}.`)
  run('tar', ['-xzf', `${name}-${process.versions.node}.tgz`], place, `The package ${of} could not be unpacked.`)
  return join(place, 'package', binary)
}

function run(command: string, args: readonly string[], cwd: string, failure: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(failure)
}
