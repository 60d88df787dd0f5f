// Finds what the second engine of KurrentDB 26 does otherwise than the first (26 §7).

import type { AnyNode } from '../dialect/source/syntax-tree.ts'
import { isFunction } from '../dialect/source/syntax-tree.ts'
import { returnedBy } from '../diagnostics/functions.ts'
import { emitters } from '../diagnostics/language-words.ts'
import type { QueryModel } from '../diagnostics/query-model.ts'
import { textOf } from '../diagnostics/syntax-names.ts'
import type { ChangeContext, FoundChange } from './change.ts'
import { wholeEvents } from './whole-events.ts'

export function* engineChanges(query: QueryModel, context: ChangeContext): Iterable<FoundChange> {
  yield* resultChanges(query)
  yield* handlerChanges(query)
  yield* eventChanges(query)
  yield* emissionChanges(query, context)
  yield* sourceChanges(query)
}

const resultMethods = ['outputState', 'transformBy', 'filterBy', 'outputTo']

function* resultChanges({ links, options }: QueryModel): Iterable<FoundChange> {
  for (const { meant, name, at, after } of links)
    if (after && resultMethods.includes(meant)) yield { code: 'v2-no-results', at, facts: { name } }
  for (const { name, at } of options) {
    if (['reorderevents', 'processinglag', '$includelinks'].includes(name.toLowerCase())) yield { code: 'v2-options', at, facts: { name } }
    if (name.toLowerCase() === 'resultstreamname') yield { code: 'v2-no-results', at, facts: { name } }
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
  for (const { text, run } of query.handlers) {
    if (!run || text.startsWith('$init')) continue
    const empty = returnedBy(query, run).find((node) => node.type === 'Literal' && node.value === null && node.raw === 'null')
    if (empty) yield { code: 'v2-null-state', at: empty }
  }
  for (const node of query.scopes.all('ThrowStatement'))
    if (query.scopes.ancestorsOf(node).some(isFunction)) yield { code: 'v2-hidden-fault', at: node }
}

function* eventChanges(query: QueryModel): Iterable<FoundChange> {
  const isPartitioned = query.links.some(({ meant }) => meant === 'foreachStream' || meant === 'partitionBy')
  for (const { origin, name, at } of query.origins.uses) {
    if (origin.root !== 'event' || origin.path.length > 0) continue
    if (name === 'created') yield { code: 'v2-member', at, facts: { name: 'event.created', value: '0001-01-01T00:00:00.0000000' } }
    if (name === 'category') yield { code: 'v2-member', at, facts: { name: 'event.category', value: 'null' } }
    if (name === 'partition' && !isPartitioned) yield { code: 'v2-member', at, facts: { name: 'event.partition', value: 'empty' } }
  }
  for (const at of wholeEvents(query)) yield { code: 'v2-whole-event', at }
}

function* emissionChanges({ scopes }: QueryModel, { emitEnabled }: ChangeContext): Iterable<FoundChange> {
  for (const { callee } of scopes.all('CallExpression')) {
    if (callee.type !== 'Identifier' || !emitters.includes(callee.name) || callee.name === 'copyTo' || scopes.isDeclared(callee)) continue
    if (!scopes.ancestorsOf(callee).some(isFunction)) continue
    yield { code: emitEnabled === false ? 'v2-dropped' : 'v2-emissions', at: callee, facts: { name: callee.name } }
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
