// Tells what is wrong in a query before it runs: parses it once, asks every rule, and puts the findings into the order of the text.

import type { LanguageFacts } from '../../base/release/facts.ts'
import { defaultLanguage } from '../../base/release/releases.ts'
import { parseSource } from '../dialect/source/prepare.ts'
import { readLines } from '../dialect/source/positions.ts'
import type { AnyNode } from '../dialect/source/syntax-tree.ts'
import { isFunction, walk } from '../dialect/source/syntax-tree.ts'
import type { Code } from './codes.ts'
import { codes, pageOf } from './codes.ts'
import type { Diagnostic, RuleFinding, Span } from './diagnostic.ts'
import { placeIn } from './diagnostic.ts'
import type { QueryModel } from './query-model.ts'
import { readQuery } from './query-model.ts'
import type { Rule } from './rule.ts'
import { repairOf } from './repair.ts'
import { chainRules } from './rules/chain.ts'
import { definitionRules } from './rules/definition.ts'
import { emissionRules } from './rules/emission.ts'
import { eventRules } from './rules/events.ts'
import { firstValueRules } from './rules/first-values.ts'
import { handlerRules } from './rules/handlers.ts'
import { nameRules } from './rules/names.ts'
import { repeatabilityRules } from './rules/repeatability.ts'
import { returnRules } from './rules/returns.ts'
import { seenNameRules } from './rules/seen-names.ts'
import { slipRules } from './rules/slips.ts'
import { stateRules } from './rules/state.ts'
import { unusedRules } from './rules/unused.ts'
import type { SeenEvents } from './seen-events.ts'

export interface DiagnoseOptions {
  /** Whether the projection may emit. Default: not known, and not judged. */
  readonly emitEnabled?: boolean | undefined
  /** The events that the query will read, for names of types, streams and fields. Default: none, and names are not judged. */
  readonly seen?: SeenEvents | undefined
  /** The engine that will run the query. Default: 1. */
  readonly engine?: 1 | 2
  /** The language of the release that will run the query. Default: that of the default release. */
  readonly language?: LanguageFacts | undefined
  /** Whether the text is still being written: an empty one waits for its first words then. Default: true. */
  readonly isDraft?: boolean
}

const rules: readonly Rule[] = [
  ...chainRules,
  ...definitionRules,
  ...handlerRules,
  ...nameRules,
  ...eventRules,
  ...returnRules,
  ...stateRules,
  ...firstValueRules,
  ...emissionRules,
  ...repeatabilityRules,
  ...slipRules,
  ...unusedRules,
  ...seenNameRules,
]

/**
 * @param text the query.
 * @returns what is wrong, in the order of the text; of a text that does not parse only the error of the parser.
 */
export async function diagnose(text: string, options: DiagnoseOptions = {}): Promise<readonly Diagnostic[]> {
  const parsed = await parseSource(text, options.language)
  if ('kind' in parsed) return [await syntaxDiagnostic(text, parsed, options.language)]
  const query = readQuery(parsed)
  const { emitEnabled, seen, engine = 1, language = defaultLanguage, isDraft = true } = options
  const context = { emitEnabled, seen, engine, hasCreated: language.hasCreated, isDraft }
  const { place } = readLines(text)
  return rules
    .flatMap((rule) => [...rule(query, context)])
    .map((finding) => (isCaught(query, finding) ? { ...finding, severity: 'hint' as const } : finding))
    .map((finding) => placed(finding, place))
    .sort((one, other) => one.start - other.start || one.end - other.end)
}

/** Findings about what throws, where code around it catches. */
function isCaught({ scopes }: QueryModel, { code, at }: RuleFinding): boolean {
  if (!thrown.has(code)) return false
  const catches = (node: AnyNode): boolean => {
    let isFound = false
    walk(node, ({ type }) => {
      if (type === 'TryStatement') isFound = true
    })
    return isFound
  }
  return scopes.ancestorsOf(at as AnyNode).some((node) => node.type === 'TryStatement' || (isFunction(node) && catches(node)))
}

const thrown: ReadonlySet<Code> = new Set<Code>([
  'unknown-name',
  'unknown-function',
  'foreign-global',
  'missing-init',
  'missing-member',
  'unknown-chain-method',
  'misplaced-chain-method',
  'selector-after-handlers',
  'selector-in-handler',
  'emit-in-definition',
])

function placed({ code, at, facts = {}, severity, fix }: RuleFinding, place: ReturnType<typeof readLines>['place']): Diagnostic {
  const { severity: usual, text } = codes[code]
  return {
    code,
    severity: severity ?? usual,
    message: text(facts),
    ...placeIn(place, at),
    ...(fix && { fix: { start: fix.start, end: fix.end, text: fix.text } }),
    page: pageOf(code),
  }
}

/** The parser names a place; the word or sign that stands there is marked, or the object that lacks its parentheses. */
async function syntaxDiagnostic(
  text: string,
  fault: { message: string; line?: number; column?: number },
  language: DiagnoseOptions['language'],
): Promise<Diagnostic> {
  const lines = readLines(text)
  const offset = fault.line === undefined ? 0 : lines.offset(fault.line, fault.column ?? 1)
  const at = Math.min(offset, text.length)
  const repair = await repairOf(text, at, language)
  const place = repair?.kind === 'object' && repair.fix ? repair.fix : wordAt(text, at)
  const facts = { reason: fault.message, kind: repair?.kind, sign: repair?.sign }
  return placed({ code: 'syntax', at: place, facts, fix: repair?.fix }, lines.place)
}

function wordAt(text: string, start: number): Span {
  const found = /^(?:[\w$]+|\S)/.exec(text.slice(start, start + 100))
  return { start, end: start + (found?.[0].length ?? 0) }
}
