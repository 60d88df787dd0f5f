// Finds combinations of sources, handlers and options that the server refuses (projection-language §3.8), at the part that is one too many.

import { closestWord } from '../../../base/closest-word.ts'
import type { RuleFinding } from '../diagnostic.ts'
import { say } from '../phrases.ts'
import { initialAt } from '../functions.ts'
import { emitters, optionNames, optionTypes, selectors } from '../language-words.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import type { ChainLink, NamedHandler, QueryModel } from '../query-model.ts'
import type { Rule } from '../rule.ts'
import { readsStreams } from './chain.ts'

const isSelector = ({ meant }: ChainLink): boolean => selectors.includes(meant)

export const definitionRules: readonly Rule[] = [
  function* sources(query, { isDraft }) {
    const chosen = query.links.filter(isSelector)
    if (!isDraft && !hasStatements(query)) yield { code: 'empty-query', at: { start: 0, end: 0 } }
    // Unknown names have a rule of their own.
    if (chosen.length === 0 && hasStatements(query) && !mentionsSelector(query)) yield { code: 'no-source', at: firstStatement(query) }
    const kinds = chosen.map((link) => [kindOf(link), link] as const)
    const other = kinds.find(([kind]) => kind !== kinds[0]![0])
    if (other) yield { code: 'mixed-sources', at: other[1].at, facts: { name: other[1].name } }
    const single = query.categories.filter(({ isPlural }) => !isPlural)
    const second = single.find(({ text }) => text !== single[0]!.text)
    if (second) yield { code: 'many-categories', at: second.at }
    const each = query.links.find(({ meant }) => meant === 'foreachStream')
    if (each && !other && each.after && !each.after.meant.startsWith('fromStream') && readsStreams(query))
      yield { code: 'foreach-on-streams', at: each.at }
  },
  function* handlers(query) {
    const types = query.handlers.filter(({ text, run }) => !text.startsWith('$') && run)
    const any = query.handlers.find(({ text }) => text === '$any')
    const last = types.at(-1)
    if (any && last) yield any.at.start > last.at.start ? { code: 'any-beside-named', at: any.at } : neverCalled(query, any)
    const deleted = query.handlers.find(({ text, run }) => text === '$deleted' && run)
    if (deleted && !query.links.some(({ meant }) => meant === 'foreachStream')) yield { code: 'deleted-without-foreach', at: deleted.at }
    yield* repeated(query)
  },
  function* options(query, { engine }) {
    for (const { name, at, value } of query.options) {
      const wanted = optionTypes[name.toLowerCase()]
      if (!wanted) yield unknownOption(name, at)
      else if (isOtherType(value, wanted)) yield { code: 'option-type', at: value, facts: { name, wanted } }
    }
    if (engine === 1) yield* reordering(query)
    yield* effects(query)
  },
]

/** A handler that is never called is a warning where the query counts on it: it alone changes what `$init` lists, or it emits. */
function neverCalled(query: QueryModel, { at, run }: NamedHandler): RuleFinding {
  const isInAny = (node: AnyNode): boolean => run !== undefined && run.start <= node.start && node.end <= run.end
  const { scopes, origins } = query
  const written = [
    ...scopes.all('AssignmentExpression').map(({ left }) => left),
    ...scopes.all('UpdateExpression').map(({ argument }) => argument),
  ].flatMap((target) => {
    const origin = origins.of(target)
    return origin?.root === 'state' && origin.path.length > 0 ? [{ target, path: origin.path }] : []
  })
  const elsewhere = new Set(written.filter(({ target }) => !isInAny(target)).map(({ path }) => path.join('.')))
  const isCountedOn = written.some(
    ({ target, path }) => isInAny(target) && !elsewhere.has(path.join('.')) && initialAt(query, path) !== undefined,
  )
  const emits = scopes
    .all('CallExpression')
    .some((call) => call.callee.type === 'Identifier' && emitters.includes(call.callee.name) && isInAny(call))
  return { code: 'any-never-called', severity: isCountedOn || emits ? 'warning' : 'hint', at }
}

const kindOf = ({ meant: name }: ChainLink): string =>
  name === 'fromAll' ? 'all' : name.startsWith('fromStream') ? 'streams' : 'categories'

const hasStatements = ({ program }: QueryModel): boolean => program.body.some(({ type }) => type !== 'EmptyStatement')

const firstStatement = ({ program }: QueryModel): AnyNode => program.body.find(({ type }) => type !== 'EmptyStatement')!

/** A selector that is named but not called here, or reached through the global object, may still run. */
function mentionsSelector({ scopes, handlers, hasHiddenHandlers }: QueryModel): boolean {
  if ((handlers.length === 0 && hasHiddenHandlers) || scopes.all('ThisExpression').length > 0) return true
  return scopes.all('Identifier').some(({ name }) => name.startsWith('from') || name === 'globalThis' || name === 'eval')
}

function* repeated({ handlers }: QueryModel): Iterable<RuleFinding> {
  const seen = new Map<string, AnyNode | undefined>()
  for (const { text, at, run, list } of handlers) {
    if (!run) continue
    if (seen.has(text)) {
      const isSameList = list !== undefined && seen.get(text) === list
      if (isSameList) yield { code: 'overwritten-handler', at, facts: { name: text } }
      else if (!text.startsWith('$')) yield { code: 'duplicate-handler', at, facts: { name: text } }
    }
    seen.set(text, list)
  }
}

function unknownOption(name: string, at: AnyNode): RuleFinding {
  const instead = closestWord(name, optionNames)
  const fix = instead === undefined || at.type === 'Literal' ? undefined : { start: at.start, end: at.end, text: instead }
  return { code: 'unknown-option', at, facts: { name, instead: instead ?? '' }, fix }
}

const isOtherType = (value: AnyNode, wanted: string): boolean =>
  (value.type === 'Literal' && typeof value.value !== wanted) || (value.type === 'TemplateLiteral' && wanted !== 'string')

const flagOf = ({ options }: QueryModel, name: string) => options.findLast((option) => option.name.toLowerCase() === name.toLowerCase())
const isOn = (option: { value: AnyNode } | undefined): boolean => option?.value.type === 'Literal' && option.value.value === true

function* reordering(query: QueryModel): Iterable<RuleFinding> {
  const reorder = flagOf(query, 'reorderEvents')
  if (!reorder || !isOn(reorder) || query.hasHiddenSources) return
  const count = query.streams.length + query.categories.filter(({ isPlural }) => isPlural).length
  if (count < 2) yield { code: 'reorder-needs-streams', at: reorder.at }
  const lag = flagOf(query, 'processingLag')
  const isShort = lag?.value.type === 'Literal' && typeof lag.value.value === 'number' && lag.value.value < 50
  if (count > 1 && (!lag || isShort)) yield { code: 'reorder-needs-lag', at: lag?.value ?? reorder.at }
}

function* effects(query: QueryModel): Iterable<RuleFinding> {
  const lag = flagOf(query, 'processingLag')
  if (lag && !flagOf(query, 'reorderEvents'))
    yield { code: 'option-without-effect', at: lag.at, facts: { name: lag.name, why: say('needs-reordering') } }
  const result = flagOf(query, 'resultStreamName')
  const writes = ['outputState', 'transformBy', 'filterBy', '$defines_state_transform']
  const output = query.links.find(({ meant }) => meant === 'outputTo')
  for (const named of [result, output])
    if (named && query.links.length > 0 && !query.links.some(({ meant }) => writes.includes(meant)))
      yield { code: 'option-without-effect', at: named.at, facts: { name: named.name, why: say('results-behind-output-state') } }
  const links = flagOf(query, '$includeLinks')
  const hasAll = query.links.some(({ meant }) => meant === 'fromAll')
  if (links && isOn(links) && !hasAll)
    yield { code: 'option-without-effect', at: links.at, facts: { name: links.name, why: say('counts-for-all') } }
}
