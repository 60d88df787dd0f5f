// Words what was measured of each host: a line while the hosts are tried, and a table for docs/hosts.md.

export interface Measured {
  readonly name: string
  readonly passed: boolean
  /** Milliseconds. Undefined where it did not come so far. */
  readonly install?: number
  /** Milliseconds from the installed packages to the first projected event, or to the end of tests: set-up, build and server are in it. */
  readonly firstEvent?: number
  /** Compressed bytes of the scripts in the production build, the store's and the application's. */
  readonly bundle?: number
}

export function lineOf({ name, passed, install, firstEvent, bundle }: Measured): string {
  const figures = [`install ${seconds(install)}`.padEnd(17), `first event ${seconds(firstEvent)}`.padEnd(21)]
  return [passed ? '✓' : '✗', name.padEnd(18), ...figures, bundle === undefined ? '' : `${kilobytes(bundle)} of scripts`]
    .join(' ')
    .trimEnd()
}

export function tableOf(hosts: readonly Measured[]): string {
  const rows = hosts.map(({ name, passed, install, firstEvent, bundle }) => [
    name,
    seconds(install),
    seconds(firstEvent),
    passed ? 'passes' : 'fails',
    kilobytes(bundle),
  ])
  return aligned([['Host', 'Install', 'First event', 'Test', 'Scripts'], ...rows])
}

const seconds = (milliseconds?: number): string => (milliseconds === undefined ? '' : `${(milliseconds / 1000).toFixed(1)} s`)
const kilobytes = (bytes?: number): string => (bytes === undefined ? '' : `${(bytes / 1000).toFixed(0)} kB`)

/** A table in Markdown as the formatter writes it: the first column to the left, figures to the right. */
function aligned([head, ...rows]: readonly (readonly string[])[]): string {
  const widths = head!.map((_, column) => Math.max(...[head!, ...rows].map((row) => row[column]!.length)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(head!), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}
