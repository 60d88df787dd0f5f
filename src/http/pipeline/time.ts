// Prints moments the way the reference prints them.

/**
 * As messages show them: `2026-01-31T10:20:30.1230000+00:00` (server-http §2.9). The reference leaves trailing zeros out, but its clock
 * counts in 100 ns, so nearly all of its times have seven digits, and clients are built on that: prooph's cannot read a fraction of two
 * digits before an offset. A clock of milliseconds would show it one in ten times.
 */
export const printOffsetTime = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '0000+00:00')

/** Events of one commit have one time, and stand next to each other. */
let printed = { milliseconds: Number.NaN, text: '' }

/** As feeds and gossip show them, without trailing zeros: `2026-01-31T10:20:30.123Z` (streams-http §7.2). */
export function printUtcTime(milliseconds: number): string {
  if (printed.milliseconds !== milliseconds) {
    printed = { milliseconds, text: new Date(milliseconds).toISOString().replace(/\.?0*Z$/, 'Z') }
  }
  return printed.text
}
