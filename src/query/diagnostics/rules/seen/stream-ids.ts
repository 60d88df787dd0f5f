// Finds ids that a query takes from a stream's name only up to their first dash: `event.streamId.split('-')[1]` of a UUID.

import type { RuleFinding } from '../../diagnostic.ts'
import { withoutParentheses } from '../../functions.ts'
import type { AnyNode } from '../../../dialect/source/syntax-tree.ts'
import type { QueryModel } from '../../query-model.ts'
import type { RuleContext } from '../../rule.ts'
import type { SeenEvents } from '../../seen-events.ts'
import { memberName, textOf } from '../../syntax-names.ts'

export function* splitIds(query: QueryModel, { seen }: RuleContext): Iterable<RuleFinding> {
  if (!seen || query.hasHiddenSources) return
  const taken = query.scopes.all('MemberExpression').flatMap((node) => {
    const { computed, property } = node
    const name = computed && property.type === 'Literal' && typeof property.value === 'number' ? splitName(query, node.object) : undefined
    return name && property.type === 'Literal' ? [{ node, name, index: Number(property.value) }] : []
  })
  // A query that takes further parts knows of them.
  if (taken.length === 0 || taken.some(({ index }) => index > 1)) return
  const stream = streamWithDashes(query, seen)
  if (stream === undefined) return
  for (const { node, name, index } of taken) {
    if (index !== 1) continue
    const written = query.text.slice(name.start, name.end)
    const instead = `${written}.slice(${written}.indexOf('-') + 1)`
    const facts = { name: query.text.slice(node.start, node.end), part: stream.split('-')[1]!, stream, instead }
    yield { code: 'part-of-id', at: node, facts, fix: { start: node.start, end: node.end, text: instead } }
  }
}

/** The name of the event's stream in `event.streamId.split('-')`. */
function splitName({ origins }: QueryModel, node: AnyNode): AnyNode | undefined {
  const call = withoutParentheses(node)
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression' || call.arguments.length !== 1) return undefined
  if (memberName(call.callee) !== 'split' || textOf(call.arguments[0]!) !== '-') return undefined
  const origin = origins.of(call.callee.object)
  return origin?.root === 'event' && origin.path.join('.') === 'streamId' ? call.callee.object : undefined
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i

/** A stream that the query reads whose id has dashes: a UUID, or one with more of them than others have. */
function streamWithDashes({ categories, streams }: QueryModel, seen: SeenEvents): string | undefined {
  const named = new Set(streams.map(({ text }) => text))
  const beginnings = [
    ...categories.map(({ text }) => `${text}-`),
    ...[...named].flatMap((name) => (name.startsWith('$ce-') ? [`${name.slice(4)}-`] : [])),
  ]
  const read = [...seen.streams].filter((stream) => named.has(stream) || beginnings.some((beginning) => stream.startsWith(beginning)))
  const parts = read.map((stream) => stream.split('-').length)
  const fewest = parts.reduce((least, count) => Math.min(least, count), Number.POSITIVE_INFINITY)
  return read.find((stream) => uuid.test(stream)) ?? read.find((_, index) => parts[index]! > 2 && parts[index]! > fewest)
}
