// Finds what the second engine of KurrentDB 26 does otherwise than the first (26 §7).

import type { AnyNode } from '../dialect/source/syntax-tree.ts'
import { isFunction } from '../dialect/source/syntax-tree.ts'
import { returnedBy } from '../diagnostics/functions.ts'
import { emitters } from '../diagnostics/language-words.ts'
import type { QueryModel } from '../diagnostics/query-model.ts'
import type { IdentifierNode } from '../diagnostics/scopes.ts'
import { textOf } from '../diagnostics/syntax-names.ts'
import { wordIn } from './word-in.ts'
import type { ChangeContext, FoundChange } from './change.ts'
import { wholeEvents } from './whole-events.ts'

export function* engineChanges(query: QueryModel, context: ChangeContext): Iterable<FoundChange> {
  yield* resultChanges(query)
  yield* handlerChanges(query)
  yield* faultChanges(query, context)
  yield* eventChanges(query)
  yield* emissionChanges(query, context)
  yield* sourceChanges(query)
}

const resultMethods = ['outputState', 'transformBy', 'filterBy', 'outputTo']

function* resultChanges({ links, options }: QueryModel): Iterable<FoundChange> {
  for (const { meant, name, at, after } of links)
    if (after && resultMethods.includes(meant)) yield { code: 'v2-no-results', at, facts: { name } }
  const isSet = (wanted: string): boolean =>
    options.some(({ name, value }) => name.toLowerCase() === wanted && !(value.type === 'Literal' && value.value !== true))
  // The lag is that of the reordering, and links are told of by fromAll() alone: otherwise neither engine heeds them.
  const heeded = {
    reorderevents: isSet('reorderevents'),
    processinglag: isSet('reorderevents'),
    $includelinks: isSet('$includelinks') && links.some(({ meant }) => meant === 'fromAll'),
  }
  for (const { name, at } of options) {
    const option = name.toLowerCase()
    if (Object.hasOwn(heeded, option) && heeded[option as keyof typeof heeded]) yield { code: 'v2-options', at, facts: { name } }
    if (option === 'resultstreamname') yield { code: 'v2-no-results', at, facts: { name } }
  }
}

/** Names that are handlers of the language, and no types. */
const special = ['$init', '$initShared', '$created', '$deleted', '$any']

function* handlerChanges(query: QueryModel): Iterable<FoundChange> {
  for (const { text, at } of query.handlers) {
    if (text.startsWith('$') && !special.includes(text)) yield { code: 'v2-system-types', at, facts: { name: text } }
    if (
      text === '$any' &&
      (query.links.some(({ meant }) => meant === 'fromAll') || query.streams.some((stream) => stream.text.startsWith('$')))
    )
      yield { code: 'v2-any', at }
    if (text === '$initShared') yield { code: 'v2-shared-state', at }
    if (text === '$deleted' && query.categories.length > 0) yield { code: 'v2-deletions', at }
  }
  yield* nullChanges(query)
}

/** Nothing can be lost where all that a query ever returns is null. */
function* nullChanges(query: QueryModel): Iterable<FoundChange> {
  const runs = query.handlers.flatMap(({ text, run }) =>
    run && text !== '$created' && !text.startsWith('$init') ? [returnedBy(query, run)] : [],
  )
  // A handler without a return keeps the state that it changes.
  if (runs.every((returned) => returned.length > 0 && returned.every(isNull))) return
  for (const at of runs.flat().filter(isNull)) yield { code: 'v2-null-state', at }
}

const isNull = (node: AnyNode): boolean => node.type === 'Literal' && node.value === null && node.raw === 'null'

/** Where it has run, only the fault that came counts. */
function* faultChanges(query: QueryModel, { shown }: ChangeContext): Iterable<FoundChange> {
  const { text, scopes } = query
  if (shown?.fault) {
    const { message, line, column } = shown.fault
    const facts = { reason: message.split(/[\r\n]/, 1)[0]! }
    return yield { code: 'v2-hidden-fault', at: wordIn(text, line, column), facts, severity: 'warning' }
  }
  if (shown) return
  for (const node of scopes.all('ThrowStatement'))
    if (scopes.ancestorsOf(node).some(isFunction) && !isKnown(query, node)) yield { code: 'v2-hidden-fault', at: node }
}

/** Both engines fault on an exception of `partitionBy`, and neither on a caught one. */
function isKnown({ scopes, callbacks }: QueryModel, node: AnyNode): boolean {
  const ancestors = scopes.ancestorsOf(node)
  if (callbacks.some(({ role, run }) => role === 'partitionBy' && ancestors.includes(run))) return true
  const own = ancestors.slice(0, ancestors.findIndex(isFunction))
  return own.some((around) => around.type === 'TryStatement' && around.handler && node.end <= around.block.end)
}

function* eventChanges(query: QueryModel): Iterable<FoundChange> {
  const isPartitioned = query.links.some(({ meant }) => meant === 'foreachStream' || meant === 'partitionBy')
  for (const { origin, name, at } of query.origins.uses) {
    if (origin.root !== 'event' || origin.path.length > 0) continue
    if (name === 'created') yield { code: 'v2-member', at, facts: { name: 'event.created', value: '0001-01-01T00:00:00.0000000' } }
    if (name === 'category') yield { code: 'v2-member', at, facts: { name: 'event.category', value: 'null' } }
    if (name === 'linkMetadata' || name === 'linkMetadataRaw')
      yield { code: 'v2-member', at, facts: { name: `event.${name}`, value: 'null' } }
    if (name === 'partition' && !isPartitioned) yield { code: 'v2-member', at, facts: { name: 'event.partition', value: 'empty' } }
  }
  for (const at of wholeEvents(query)) yield { code: 'v2-whole-event', at }
}

function* emissionChanges(query: QueryModel, { emitEnabled, shown }: ChangeContext): Iterable<FoundChange> {
  const calls = query.scopes
    .all('CallExpression')
    .filter(({ callee }) => callee.type === 'Identifier' && emitters.includes(callee.name) && callee.name !== 'copyTo')
    .filter(({ callee }) => !query.scopes.isDeclared(callee as IdentifierNode) && query.scopes.ancestorsOf(callee).some(isFunction))
  if (emitEnabled === false)
    for (const { callee } of calls) yield { code: 'v2-dropped', at: callee, facts: { name: (callee as IdentifierNode).name } }
  for (const name of shown?.foreignStreams ?? []) {
    // A name that is put together at run time has no place of its own.
    const found = calls.find((call) => call.arguments[0] && textOf(call.arguments[0]) === name) ?? calls[0]
    yield { code: 'v2-foreign-stream', at: found?.callee ?? wordIn(query.text), facts: { name } }
  }
}

function* sourceChanges(query: QueryModel): Iterable<FoundChange> {
  for (const { text, at, isPlural } of query.categories)
    if (!isPlural && text.includes('-')) yield { code: 'v2-category', at, facts: { name: text } }
  for (const { role, run } of query.callbacks) {
    if (role !== 'partitionBy') continue
    const empty = returnedBy(query, run).find((node: AnyNode) => textOf(node) === '')
    if (empty) yield { code: 'v2-empty-partition', at: empty }
  }
}
