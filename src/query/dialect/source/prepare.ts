// Prepares a query for QuickJS: describes texts that the server refuses too, and rewrites code that QuickJS runs differently.

import type * as Acorn from 'acorn'
import type { LanguageFacts } from '../../../base/release/facts.ts'
import { defaultLanguage } from '../../../base/release/releases.ts'
import type { QueryFault } from '../../query.ts'
import { definitionTimeout, timeoutMessage } from '../../timeouts.ts'
import { parseAsAcornima, SyntaxProblem } from './acornima/parser.ts'
import { Effort, TooLong } from './effort.ts'
import type { EditedText } from './edits.ts'
import { collectEdits } from './edits.ts'
import { helpersName, sourceName } from '../built-ins/guest-names.ts'
import { passBlockFunctions } from './passes/block-functions.ts'
import { passMarks } from './passes/marks.ts'
import type { KeyNumbers } from './passes/names.ts'
import { passNames } from './passes/names.ts'
import { passOperators } from './passes/operators.ts'
import { endLabel, mendOverlooked, passTolerance } from './passes/tolerance.ts'
import { passUndefinedResults } from './passes/undefined-results.ts'
import { readLines } from './positions.ts'
import { findSites } from './site-finder.ts'
import type { SyntaxTree } from './syntax-tree.ts'
import { hasUseStrict, isFunction, namesIn, walk } from './syntax-tree.ts'
import { describeProblem } from './syntax-errors.ts'
import type { ParsedQuery } from './tolerant-parser.ts'
import { ParseProblem, parseTolerantly } from './tolerant-parser.ts'

export type PreparedSource = ReturnType<typeof rewrite>

interface PrepareOptions {
  /** Whether the code reports the lines that run and the values of variables. Default: false. */
  readonly marksLines?: boolean
  /** Decides which texts are refused, and how. Default: that of the default release. */
  readonly language?: LanguageFacts
  /** Ends the work where it takes too long. Default: no limit. */
  readonly effort?: Effort
}

/**
 * @param text the query as written.
 * @returns the code, or a fault with the server's description and the place of the error.
 * @throws TooLong if `options.effort` is used up.
 */
export async function prepareSource(text: string, options: PrepareOptions = {}): Promise<PreparedSource | QueryFault> {
  const { marksLines = false, language = defaultLanguage, effort } = options
  const parsed = await parseSource(text, language, effort)
  return 'kind' in parsed ? parsed : rewrite(parsed, { marksLines, language, effort })
}

/** @returns the tree, or the fault of a text that the server refuses. */
export async function parseSource(
  text: string,
  language: LanguageFacts = defaultLanguage,
  effort?: Effort,
): Promise<ParsedQuery | QueryFault> {
  const acorn = await loadParser()
  if (language.parser === 'acornima') {
    const parsed = parseAsAcornima(acorn, text, effort)
    return parsed instanceof SyntaxProblem ? placedFault(text, parsed) : { ...parsed, overlooked: [] }
  }
  const parsed = parseTolerantly(acorn, text, effort)
  if (parsed instanceof ParseProblem) return syntaxFault(text, parsed)
  return declaredTwice(parsed) ?? parsed
}

function placedFault(text: string, { message, offset }: SyntaxProblem): QueryFault {
  const { line, column } = readLines(text).place(offset)
  return { kind: 'syntax', message: `${message} (<anonymous>:${line}:${column})`, wrapped: false, line, column }
}

/** @returns the fault of a text that cannot be prepared, or not within the time that a definition has. */
export async function checkSource(text: string, language: LanguageFacts = defaultLanguage): Promise<QueryFault | undefined> {
  const effort = new Effort(definitionTimeout)
  const prepared = await prepareSource(text, { language, effort }).catch(tookTooLong)
  return 'kind' in prepared ? prepared : undefined
}

/** @param error of `prepareSource`. @returns the fault where the text took too long; every other error is thrown on. */
export function tookTooLong(error: unknown): QueryFault {
  if (!(error instanceof TooLong)) throw error
  return { kind: 'timeout', message: timeoutMessage('compile', error.took, definitionTimeout), wrapped: false }
}

let parser: typeof Acorn | undefined

/** The parser is large, so it loads with the first query; asking the platform again would take as long as parsing. */
export const loadParser = async (): Promise<typeof Acorn> => (parser ??= await import('acorn'))

function syntaxFault(text: string, problem: ParseProblem): QueryFault {
  const { line, column } = readLines(text).place(placeOf(text, problem))
  return { kind: 'syntax', message: `Line ${line}: ${describeProblem(text, problem)}`, wrapped: false, line, column }
}

/** An unclosed template extends to the end of the text. */
const placeOf = (text: string, { message, offset }: ParseProblem): number =>
  message.startsWith('Unterminated template') ? text.length : offset

/** The server detects this before the first statement runs, and gives no line. */
function declaredTwice({ text, program, overlooked }: ParsedQuery): QueryFault | undefined {
  for (const mark of overlooked) {
    if (mark.kind !== 'redeclared' || mark.scope !== 'top' || !isLexicalTwice(program, mark.name)) continue
    const message = `Identifier '${mark.name}' has already been declared`
    return { kind: 'definition', message, wrapped: false, ...readLines(text).place(mark.offset) }
  }
  return undefined
}

function isLexicalTwice({ body }: ParsedQuery['program'], name: string): boolean {
  const declared = body.flatMap((statement) => {
    if (statement.type === 'ClassDeclaration') return [statement.id.name]
    if (statement.type === 'FunctionDeclaration') return [statement.id.name]
    if (statement.type !== 'VariableDeclaration' || statement.kind === 'var') return []
    return statement.declarations.flatMap(({ id }) => namesIn(id))
  })
  return declared.filter((other) => other === name).length > 1
}

function rewrite(
  parsed: ParsedQuery,
  {
    marksLines,
    language: { allowsGenerators },
    effort,
  }: { readonly marksLines: boolean; readonly language: LanguageFacts; readonly effort: Effort | undefined },
) {
  const edits = collectEdits(parsed.text)
  const { place } = readLines(parsed.text)
  const numbers = new Map<number, number>()
  mendOverlooked(parsed, edits, parsed.overlooked)
  const passes = [
    // First, so that marks stand outside of everything that another pass puts at the same place.
    ...(marksLines ? [passMarks(edits, (offset) => place(offset).line)] : []),
    passTolerance(parsed, edits),
    passBlockFunctions(edits),
    passOperators(parsed, edits, allowsGenerators),
    passNames(parsed, edits, numbers),
    passUndefinedResults(parsed, edits),
  ]
  let returns = false
  walk(parsed.program, (node, ancestors) => {
    effort?.step()
    for (const pass of passes) pass(node, ancestors)
    if (node.type === 'ReturnStatement' && !ancestors.some(isFunction)) returns = true
  })
  const edited = edits.apply()
  const strict = hasUseStrict(parsed.program.body) ? "'use strict';" : ''
  const head = `${strict}${helpersName}.sites=${JSON.stringify(sitesOf(parsed, numbers, edited))};${returns ? `${endLabel}:{` : ''}`
  return {
    /** The script for QuickJS, named `sourceName`, in a sandbox with the dialect's built-ins. */
    code: `${head}\n${edited.text}${returns ? '\n}' : ''}`,
    tree: parsed as SyntaxTree,
    /** @returns the part of the code that stands for a stretch of the source. */
    codeOf: (start: number, end: number): string => edited.text.slice(edited.toNew(start), edited.toNew(end)),
    /** @param stack of an error from the code. @returns the place of the innermost frame in the query, in lines and columns of editors. */
    locate: (stack: string) => locate(parsed.text, edited, stack),
  }
}

/** The code has one line in front of the edited source. */
const linesInFront = 1

function sitesOf(parsed: ParsedQuery, numbers: KeyNumbers, edited: EditedText) {
  const lines = readLines(edited.text)
  return findSites(parsed, numbers, (offset) => {
    const { line, column } = lines.enginePlace(edited.toNew(offset))
    return `${line + linesInFront}:${column}`
  })
}

const frame = new RegExp(`(?:\\(|at )${sourceName}:(\\d+):(\\d+)\\)?$`, 'm')

function locate(source: string, edited: EditedText, stack: string) {
  const found = frame.exec(stack)
  const line = Number(found?.[1]) - linesInFront
  // Where the engine knows no place it gives that of the statement before, possibly the one in front of the query.
  if (!found || line < 1) return undefined
  const offset = readLines(edited.text).offset(line, Number(found[2]))
  return readLines(source).place(edited.toOld(offset))
}
