// The functions of the query language that the dialect calls.

export interface DialectHost {
  /** Raises an API error, which a script cannot catch (projection-language §3.9). */
  fail(message: string): never
  /** Reads JSON as the server's parser does (§9.2); throws a SyntaxError that a script can catch. */
  readJson(text: string): unknown
  /** Runs the pending reactions of promises. */
  runJobs(): void
  /** Takes the reports of a query that was prepared with marks. */
  markLine(line: number): void
  markValue(site: number, line: number, name: string, value: unknown): void
}
