// Tells what is wrong in a query before it runs: parses it once, asks every rule, and puts the findings into the order of the text.

import type { LanguageFacts } from '../../base/release/facts.ts'
import { defaultLanguage } from '../../base/release/releases.ts'
import { parseSource } from '../dialect/source/prepare.ts'
import { readLines } from '../dialect/source/positions.ts'
import type { AnyNode } from '../dialect/source/syntax-tree.ts'
import { isFunction, walk } from '../dialect/source/syntax-tree.ts'
import type { Code, Facts, Sentences } from './codes.ts'
import { codes, pageOf } from './codes.ts'
import type { Diagnostic, RuleFinding } from './diagnostic.ts'
import { placeIn } from './diagnostic.ts'
import type { Phrases } from './phrases.ts'
import { spelled } from './phrases.ts'
import type { QueryModel } from './query-model.ts'
import { readQuery } from './query-model.ts'
import type { Rule } from './rule.ts'
import { chainRules } from './rules/chain.ts'
import { definitionRules } from './rules/definition.ts'
import { emissionRules } from './rules/emission.ts'
import { eventRules } from './rules/events.ts'
import { firstValueRules } from './rules/first-values.ts'
import { handlerRules } from './rules/handlers.ts'
import { keptTexts } from './rules/kept-texts.ts'
import { loops } from './rules/lists.ts'
import { missingKeys } from './rules/missing-keys.ts'
import { nameRules } from './rules/names.ts'
import { repeatabilityRules } from './rules/repeatability.ts'
import { returnRules } from './rules/returns.ts'
import { objectsAsLists } from './rules/seen/lists.ts'
import { seenNameRules } from './rules/seen/names.ts'
import { sharedObjects } from './rules/shared-objects.ts'
import { slipRules } from './rules/slips.ts'
import { partitionFields } from './rules/seen/partitions.ts'
import { sortedNumbers } from './rules/seen/sorts.ts'
import { splitIds } from './rules/seen/stream-ids.ts'
import { seenValueRules } from './rules/seen/values.ts'
import { stateRules } from './rules/state.ts'
import { unusedRules } from './rules/unused.ts'
import type { SeenEvents } from './seen-events.ts'
import { syntaxFinding } from './syntax-problems.ts'

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
  /** The words of the messages. Default: English. */
  readonly words?: DiagnosticWords
}

/** All that diagnostics say, in one language. */
export interface DiagnosticWords {
  readonly sentences: Sentences
  readonly phrases: Phrases
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
  missingKeys,
  sharedObjects,
  ...emissionRules,
  ...repeatabilityRules,
  ...slipRules,
  ...unusedRules,
  loops,
  ...seenNameRules,
  ...seenValueRules,
  objectsAsLists,
  partitionFields,
  sortedNumbers,
  splitIds,
  keptTexts,
]

/**
 * @param text the query.
 * @returns what is wrong, in the order of the text; of a text that does not parse only the error of the parser.
 */
export async function diagnose(text: string, options: DiagnoseOptions = {}): Promise<readonly Diagnostic[]> {
  const parsed = await parseSource(text, options.language)
  const { emitEnabled, seen, engine = 1, language = defaultLanguage, isDraft = true, words } = options
  const { place } = readLines(text)
  if ('kind' in parsed) return [placed(await syntaxFinding(text, parsed, language), place, words)]
  const query = readQuery(parsed)
  const context = { emitEnabled, seen, engine, hasCreated: language.hasCreated, isDraft }
  return rules
    .flatMap((rule) => [...rule(query, context)])
    .map((finding) => (isCaught(query, finding) ? { ...finding, severity: 'hint' as const } : finding))
    .map((finding) => placed(finding, place, words))
    .sort((one, other) => one.start - other.start || one.end - other.end)
}

/** Findings about what throws, or is called to see whether it does, where code around it catches. */
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
  'constant-assigned',
  'dropped-result',
  'field-sometimes-missing',
  'object-as-list',
])

type Place = ReturnType<typeof readLines>['place']

function placed({ code, at, facts = {}, severity, fix }: RuleFinding, place: Place, words?: DiagnosticWords): Diagnostic {
  const { severity: usual, text } = codes[code]
  const said = Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'object' ? spelled(fact, words?.phrases) : fact])
  const sentence = words?.sentences[code] ?? text
  return {
    code,
    severity: severity ?? usual,
    message: sentence(Object.fromEntries(said) as Facts),
    ...placeIn(place, at),
    ...(fix && { fix: { start: fix.start, end: fix.end, text: fix.text } }),
    page: pageOf(code),
  }
}
