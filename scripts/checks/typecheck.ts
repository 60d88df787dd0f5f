// Checks the types: once with everything at hand, then each part of `src` with no more than the place where it runs has (tsconfig/*.json).

import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const run = (...args: readonly string[]): string =>
  spawnSync(process.execPath, [tsc, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout

/** Parts load each other: what is wrong in a file counts only in the part that it belongs to. */
function problemsIn(target: string): readonly string[] {
  const config = join('tsconfig', target)
  const { files } = JSON.parse(run('-p', config, '--showConfig')) as { readonly files: readonly string[] }
  const own = new Set(
    files.map((file) =>
      relative(root, join(root, 'tsconfig', file))
        .split(sep)
        .join('/'),
    ),
  )
  for (const file of own) unchecked.delete(file)
  const lines = run('-p', config, '--noEmit', '--pretty', 'false').split('\n')
  return lines.filter((line) => own.has(/^(\S+)\(\d+,\d+\): error/.exec(line)?.[1] ?? '')).map((line) => `${line} [${config}]`)
}

const unchecked = new Set(
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.split(sep).join('/')}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|contract|fixture|generated|d)\.tsx?$/.test(file)),
)
const everywhere = run('--noEmit', '--pretty', 'false').trim()
const targets = readdirSync(join(root, 'tsconfig')).filter((file) => file.endsWith('.json'))
const problems = [...(everywhere ? [everywhere] : []), ...targets.flatMap((target) => problemsIn(target))]
problems.push(...[...unchecked].map((file) => `${file}: none of tsconfig/*.json says where it runs.`))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
