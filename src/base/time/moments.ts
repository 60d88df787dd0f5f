// Prints moments as the server does.

/**
 * For messages: `2026-01-31T10:20:30.1230000+00:00` (server-http §2.9). The server drops trailing zeros, but its clock counts in 100 ns,
 * so nearly all of its times have seven digits, and clients depend on that: prooph's cannot parse a fraction of two digits before an
 * offset. A clock of milliseconds would produce one in ten times.
 */
export const printOffsetTime = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '0000+00:00')

/** Cached because events of one commit share their time and follow each other. */
let printed = { milliseconds: Number.NaN, text: '' }

/** For feeds and gossip, without trailing zeros: `2026-01-31T10:20:30.123Z` (streams-http §7.2). */
export function printUtcTime(milliseconds: number): string {
  if (printed.milliseconds !== milliseconds) {
    printed = { milliseconds, text: new Date(milliseconds).toISOString().replace(/\.?0*Z$/, 'Z') }
  }
  return printed.text
}
