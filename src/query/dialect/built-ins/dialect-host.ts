// The functions of the query language that the dialect calls.

export interface DialectHost {
  /** Raises an API error, which a script cannot catch (projection-language §3.9). */
  fail(message: string): never
  /** Reads JSON as the server's parser does (§9.2); throws a SyntaxError that a script can catch. */
  readJson(text: string): unknown
  /** Runs the pending reactions of promises. */
  runJobs(): void
  /** Compares texts by culture; `''` is the invariant one. @returns undefined for an unknown culture (26 §6.8). */
  compareTexts(a: string, b: string, locale: string): number | undefined
  /** Gives the separators of groups and of decimals, and the digits of the last and of other groups; undefined for an unknown culture. */
  separatorsOf(locale: string): readonly [group: string, decimal: string, last: number, others: number] | undefined
  /** Takes the reports of a query that was prepared with marks. */
  markLine(line: number): void
  markValue(site: number, line: number, name: string, value: unknown): void
}
