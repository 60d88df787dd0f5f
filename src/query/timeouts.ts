// The time that a definition may take, and what the server says where time runs out.

/** Milliseconds for parsing, translating and running the script's top level (projection-language §19). */
export const definitionTimeout = 500

/** @returns the text of a time-out (projection-language §15); the server lacks the closing parenthesis as well. */
export const timeoutMessage = (what: 'compile' | 'execute', took: number, allowed: number): string =>
  `Projection script took too long to ${what} (took: ${timeSpan(took)}, allowed: ${timeSpan(allowed)}`

/** @returns `hh:mm:ss.fffffff`, whole seconds without a fraction. */
function timeSpan(milliseconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = milliseconds / 1000
  const fraction = Math.floor((seconds % 1) * 1e7)
  const whole = `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
  return fraction === 0 ? whole : `${whole}.${String(fraction).padStart(7, '0')}`
}
