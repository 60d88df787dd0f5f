// Measures how fast the executable starts beside the installed command, in turns, and prints one line of JSON.
//
//   npm run build:package && npm run executable && node scripts/package/executable/measure-start.ts [FOLDER]
//
// FOLDER is an application that has the package installed; without it, the command of this build runs without npx.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ownTarget, targets } from './targets.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const [folder] = process.argv.slice(2)
const target = ownTarget()
const executable = [join(root, 'executables', `rillbox-${target}${targets[target].suffix}`)]
const direct = [process.execPath, join(root, 'dist', 'cli.js')]
const installed = folder === undefined ? direct : ['npx', 'rillbox']

/** Milliseconds from the start of the process until an answer. */
async function start([command, ...given]: readonly string[]): Promise<number> {
  const begun = performance.now()
  const child = spawn(command!, [...given, 'serve', '--port', '0'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const line = await new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve))
  await fetch(`${/http:\S+?:\d+/.exec(line)![0]}/ping`)
  const milliseconds = performance.now() - begun
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid!, 'SIGTERM')
  await ended
  return milliseconds
}

const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1]!

const times = { executable: [] as number[], installed: [] as number[], direct: [] as number[] }
for (let turn = 0; turn < 7; turn++) {
  times.executable.push(await start(executable))
  times.installed.push(await start(installed))
  times.direct.push(await start(direct))
}
const [one, other, bare] = [median(times.executable), median(times.installed), median(times.direct)]
console.log(
  JSON.stringify({
    name: 'start of the executable',
    executable: Math.round(one),
    installed: Math.round(other),
    withoutNpx: Math.round(bare),
    ratio: Number((one / other).toPrecision(3)),
    ratioWithoutNpx: Number((one / bare).toPrecision(3)),
  }),
)
