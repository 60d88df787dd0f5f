// Decides whether node_modules holds exactly what package-lock.json names.
// @ts-check

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * npm writes `node_modules/.package-lock.json` as the last act of an install, so an install that was cut short has none.
 *
 * @param {Lock} lock what the project asks for: package-lock.json
 * @param {Lock | undefined} installed what npm says is there: node_modules/.package-lock.json
 * @param {(path: string) => boolean} isThere whether a package's folder holds a package: somebody may have deleted it
 * @returns {string | undefined} why an install is needed, as the rest of a sentence; undefined where it is not
 */
export function staleReason(lock, installed, isThere) {
  if (!installed) return 'nothing is installed yet'
  for (const [path, wanted] of Object.entries(lock.packages)) {
    if (path === '' || wanted.link) continue
    const found = installed.packages[path]
    // Builds for other platforms are optional and rightly absent.
    if (!found && (wanted.optional || wanted.devOptional)) continue
    if (!found || !isThere(path)) {
      return `${name(path)} is missing`
    }
    if (found.version !== wanted.version || found.integrity !== wanted.integrity) {
      return `${name(path)} is ${found.version} and should be ${wanted.version}`
    }
  }
  const extra = Object.keys(installed.packages).find((path) => !(path in lock.packages))
  return extra === undefined ? undefined : `${name(extra)} is no longer wanted`
}

/** @param {string} path */
const name = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
