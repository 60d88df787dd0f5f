// Hands the diagnostics of queries to the tools: the command, the playground and `rillbox/testing`.

export { readLines } from '../../query/dialect/source/positions.ts'
export type { Code, Facts } from '../../query/diagnostics/codes.ts'
export { codes, pageOf } from '../../query/diagnostics/codes.ts'
export { diagnose } from '../../query/diagnostics/diagnose.ts'
export type { Diagnostic, Fix } from '../../query/diagnostics/diagnostic.ts'
export type { Severity } from '../../query/diagnostics/codes.ts'
export type { SeenEvents } from '../../query/diagnostics/seen-events.ts'
export { EventNames } from '../../query/diagnostics/seen-events.ts'
export { chainAfter } from '../../query/diagnostics/language-words.ts'
export { phrases } from '../../query/diagnostics/phrases.ts'
