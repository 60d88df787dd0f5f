// Prints moments the way the reference prints them: fractions without trailing zeros.

/** As messages show them: `2026-01-31T10:20:30.123+00:00` (server-http §2.9). */
export const printOffsetTime = (milliseconds: number): string => `${printLocal(milliseconds)}+00:00`

/** As feeds and gossip show them: `2026-01-31T10:20:30.123Z`. */
export const printUtcTime = (milliseconds: number): string => `${printLocal(milliseconds)}Z`

/** Events of one commit have one time, and stand next to each other. */
let printed = { milliseconds: Number.NaN, text: '' }

function printLocal(milliseconds: number): string {
  if (printed.milliseconds !== milliseconds) {
    printed = { milliseconds, text: new Date(milliseconds).toISOString().replace(/\.?0*Z$/, '') }
  }
  return printed.text
}
