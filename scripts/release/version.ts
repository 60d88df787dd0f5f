// Compares versions, and writes the next one wherever the project names it.

/** As many parts as the project uses: no builds, and pre-releases like `1.0.0-rc.1`. */
const form = /^(\d+)\.(\d+)\.(\d+)(?:-([a-z]+)\.(\d+))?$/

/** Whether the second comes after the first; false if one of them is no version. */
export function isLater(present: string, next: string): boolean {
  const [one, other] = [form.exec(present), form.exec(next)]
  if (!one || !other) return false
  for (const part of [1, 2, 3]) if (one[part] !== other[part]) return Number(other[part]) > Number(one[part])
  const [before, after] = [one[4], other[4]]
  if (before === undefined || after === undefined) return before !== undefined && after === undefined
  return before === after ? Number(other[5]) > Number(one[5]) : after > before
}

/** @param manifest text of package.json, which also names the Worker's script by version. */
export const withVersion = (manifest: string, present: string, next: string): string =>
  manifest.replace(`"version": "${present}"`, `"version": "${next}"`).replaceAll(`worker-${present}.js`, `worker-${next}.js`)

/** The lock file names the project twice: at its top, and as its first package. */
export function withLockedVersion(lock: string, next: string): string {
  const document = JSON.parse(lock) as { version: string; packages: Record<string, { version: string }> }
  document.version = next
  document.packages['']!.version = next
  return `${JSON.stringify(document, undefined, 2)}\n`
}
