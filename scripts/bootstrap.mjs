// Makes a fresh clone ready (right Node, dependencies), then runs one of the project's commands. Runs on Node 20.19 and newer.
// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { staleReason } from './installed.mjs'

const root = join(import.meta.dirname, '..')
const binaries = join(root, 'node_modules', '.bin')
const windows = process.platform === 'win32'

/** @type {Record<string, string>} */
const scripts = { start: 'scripts/start.ts', test: 'scripts/test.ts', check: 'scripts/check.ts', bench: 'bench/run.ts' }
const [command = '', ...rest] = process.argv.slice(2)
const script = scripts[command]

if (script === undefined) stop(`Usage: node scripts/bootstrap.mjs ${Object.keys(scripts).join('|')}`)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) stop(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`)

const isThere = (/** @type {string} */ path) => existsSync(join(root, path, 'package.json'))
const reason = staleReason(readLock('package-lock.json') ?? { packages: {} }, readLock('node_modules/.package-lock.json'), isThere)
if (reason) install(reason)
const node = projectNode()
const result = spawnSync(node, [script, ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: withPath(binaries, ownPath()),
})
process.exit(result.status ?? 1)

/** @param {string} why */
function install(why) {
  console.log(`\nInstalling the dependencies (${why}) …`)
  // The npm and the Node outside of this project: what runs an install must not be part of what it replaces.
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
    env: withPath(ownPath()),
  })
  if (npm.status !== 0) {
    stop('npm could not install the dependencies; its own message stands above. The next run starts the install afresh.')
  }
}

/** The development dependency `node`, so that everybody runs the same; it needs its install script, which some npm settings forbid. */
function projectNode() {
  const own = join(binaries, windows ? 'node.cmd' : 'node')
  if (runs(own)) return own
  console.log('\nThe Node of this project is not installed yet (install scripts may be switched off): fetching it …')
  spawnSync('npm', ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
    env: withPath(ownPath()),
  })
  if (runs(own)) return own
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  return stop(
    `Node ${process.versions.node} cannot run this project by itself: it needs 22.18 or newer, or the npm package "node" with its install script.`,
  )
}

/** @param {string} binary */
function runs(binary) {
  return existsSync(binary) && spawnSync(binary, ['--version'], { shell: windows, stdio: 'ignore' }).status === 0
}

/** @param {string} file */
function readLock(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

/** PATH without this project's own binaries, which npm puts in front. */
function ownPath() {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== binaries)
    .join(delimiter)
}

/** @param {string[]} folders */
function withPath(...folders) {
  return { ...process.env, PATH: folders.join(delimiter) }
}

/**
 * @param {string} message
 * @returns {never}
 */
function stop(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}
