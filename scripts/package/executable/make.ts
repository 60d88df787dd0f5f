// Makes the command one file with Node in it, which runs where no Node is installed: `npm run executable [-- TARGET … --out DIR]`, e.g. linux-x64.

import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { inject } from 'postject'
import { portsInside } from '../commonjs.ts'
import { nodeOf } from './node-of-target.ts'
import type { Target } from './targets.ts'
import { isTarget, ownTarget, targets } from './targets.ts'
import { writeGenerated } from '../../guest-text.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const work = join(root, 'node_modules', '.cache', 'rillbox', 'executable')

/** By which Node finds what is inside. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

const { values, positionals: wanted } = parseArgs({ options: { out: { type: 'string' } }, allowPositionals: true })
const out = values.out ?? join(root, 'executables')
const unknown = wanted.find((name) => !isTarget(name))
if (unknown !== undefined) {
  console.error(`There is no target "${unknown}": ${Object.keys(targets).join(', ')}.`)
  process.exit(1)
}
const chosen = wanted.length > 0 ? wanted.filter(isTarget) : [ownTarget()]

rmSync(work, { recursive: true, force: true })
mkdirSync(work, { recursive: true })
mkdirSync(out, { recursive: true })
await writeGenerated()
await bundleCommand()
for (const target of chosen) {
  const file = await makeExecutable(target)
  console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB`)
}

/** Two scripts with everything in them: the command, and that of the queries' threads. An executable runs CommonJS. */
async function bundleCommand(): Promise<void> {
  for (const [name, source] of [
    ['rillbox.cjs', 'src/cli.ts'],
    ['node-worker.cjs', 'src/query/workers/node-worker.ts'],
  ] as const)
    await build({
      configFile: false,
      root,
      publicDir: false,
      logLevel: 'warn',
      plugins: [portsInside()],
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: work,
        emptyOutDir: false,
        target: 'node24',
        minify: true,
        rolldownOptions: {
          input: join(root, source),
          output: { format: 'cjs', codeSplitting: false, entryFileNames: name },
        },
      },
    })
}

/** What the page at /ui loads. */
function pageScripts(): Readonly<Record<string, string>> {
  const folder = join(root, 'dist', 'element')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.js')) : []
  if (!names.includes('workbench.js')) throw new Error('The scripts of the page at /ui are not built: run `npm run build:package` first.')
  return Object.fromEntries(names.map((name) => [`element/${name}`, join(folder, name)]))
}

async function makeExecutable(target: Target): Promise<string> {
  const blob = join(work, `${target}.blob`)
  const configuration = {
    main: join(work, 'rillbox.cjs'),
    output: blob,
    disableExperimentalSEAWarning: true,
    // Compiled code is of one machine.
    useCodeCache: target === ownTarget(),
    assets: { 'node-worker.cjs': join(work, 'node-worker.cjs'), 'package.json': join(root, 'package.json'), ...pageScripts() },
  }
  const file = join(work, `${target}.json`)
  writeFileSync(file, JSON.stringify(configuration))
  const { status } = spawnSync(process.execPath, ['--experimental-sea-config', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('Node could not prepare the content of the executable.')
  const executable = join(out, `rillbox-${target}${targets[target].suffix}`)
  copyFileSync(await nodeOf(target, work), executable)
  chmodSync(executable, 0o755)
  // It warns about sections and the signature of Node, which have nothing to do with this.
  await inject(executable, 'NODE_SEA_BLOB', readFileSync(blob), { sentinelFuse: fuse })
  return executable
}
