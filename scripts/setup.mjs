// Makes a fresh clone ready: installs the dependencies, and with them the Node the project runs on. Runs on Node 20.19 and newer.
// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const binaries = join(root, 'node_modules', '.bin')
const windows = process.platform === 'win32'
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) stop(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`)
if (!isInstalled()) {
  console.log('\nInstalling the dependencies that package-lock.json names …')
  if (!npm('ci', '--no-audit', '--no-fund'))
    stop('npm could not install the dependencies; its own message stands above. The next run starts the install afresh.')
}
if (!hasOwnNode()) {
  console.log('\nThe Node of this project is not installed yet (install scripts may be switched off): fetching it …')
  npm('rebuild', 'node', '--ignore-scripts=false')
  if (!hasOwnNode() && (major < 22 || (major === 22 && minor < 18)))
    stop(
      `Node ${process.versions.node} cannot run this project by itself: it needs 22.18 or newer, or the npm package "node" with its install script.`,
    )
}

/** npm writes its record as the last act of an install, so an install that was cut short has none. */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const found = packagesIn(record)
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    // Builds for other platforms are optional and rightly absent.
    ([path, { version, optional }]) => path === '' || found[path]?.version === version || (optional && !found[path]),
  )
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

function hasOwnNode() {
  const own = join(binaries, windows ? 'node.cmd' : 'node')
  return existsSync(own) && spawnSync(own, ['--version'], { shell: windows, stdio: 'ignore' }).status === 0
}

/** @param {string[]} args */
function npm(...args) {
  // The npm and the Node outside of this project: the program that runs an install must not be among the files it replaces.
  const outside = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== binaries)
  const env = { ...process.env, PATH: outside.join(delimiter) }
  return spawnSync('npm', [...args, '--loglevel=error'], { cwd: root, stdio: 'inherit', shell: windows, env }).status === 0
}

/** @param {string} message */
function stop(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}
