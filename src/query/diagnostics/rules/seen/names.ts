// Finds names of types, streams and categories that the events seen do not have, or that are names of something else.

import { closestWord } from '../../../../base/closest-word.ts'
import type { Code } from '../../codes.ts'
import type { RuleFinding } from '../../diagnostic.ts'
import type { AnyNode } from '../../../dialect/source/syntax-tree.ts'
import type { NamedText, QueryModel } from '../../query-model.ts'
import { memberName, textOf } from '../../syntax-names.ts'
import type { Rule } from '../../rule.ts'
import type { SeenEvents } from '../../seen-events.ts'
import { categoryOf } from '../../seen-events.ts'

export const seenNameRules: readonly Rule[] = [
  function* types(query, { seen }) {
    if (!seen) return
    for (const list of [query.handlers.filter(({ text }) => !text.startsWith('$')), comparedTypes(query)]) {
      const known = { names: seen.types, beside: textsOf(list), isComplete: seen.isComplete }
      for (const { text, at } of list) yield* missing('unknown-type', { text, at }, known)
    }
  },
  function* sources({ streams, categories }, { seen }) {
    const [streamNames, categoryNames] = [textsOf(streams), textsOf(categories)]
    for (const named of streams) yield* streamFindings(named, seen, streamNames)
    for (const named of categories) yield* categoryFindings(named, seen, categoryNames)
  },
]

const textsOf = (list: readonly NamedText[]): ReadonlySet<string> => new Set(list.map(({ text }) => text))

function* streamFindings(named: NamedText, seen: SeenEvents | undefined, beside: ReadonlySet<string>): Iterable<RuleFinding> {
  const { text, at } = named
  const system = /^\$(ce|et)-(?!\$)(.+)$/.exec(text)
  if (system && seen) {
    const [, kind, name = ''] = system
    const [code, known] = kind === 'ce' ? (['unknown-category', seen.categories] as const) : (['unknown-type', seen.types] as const)
    const besides = new Set([...beside].map((other) => other.replace(`$${kind}-`, '')))
    for (const { fix, ...finding } of missing(code, { text: name, at }, { names: known, beside: besides, isComplete: seen.isComplete }))
      yield { ...finding, fix: fix && { ...fix, text: `$${kind}-${fix.text}` } }
  }
  if (text.startsWith('$') || seen?.streams.has(text)) return
  if (seen?.categories.has(text)) yield { code: 'category-as-stream', at, facts: { name: text } }
  else if (/[*%]$/.test(text)) yield { code: 'stream-pattern', at, facts: { name: text }, severity: seen ? 'warning' : 'hint' }
  else if (seen) yield* missing('unknown-stream', named, { names: seen.streams, beside, isComplete: seen.isComplete })
}

function* categoryFindings(named: NamedText, seen: SeenEvents | undefined, beside: ReadonlySet<string>): Iterable<RuleFinding> {
  const { text, at } = named
  if (seen?.categories.has(text)) return
  const prefix = text.startsWith('$ce-') ? '$ce-' : ''
  const written = prefix ? text.slice(prefix.length) : (categoryOf(text) ?? text)
  const isOther = written !== text && (seen ? seen.categories.has(written) : false)
  if (isOther) yield { code: 'stream-as-category', at, facts: { name: text, category: written, prefix }, fix: rename(at, written) }
  else if (written !== text && !seen)
    yield { code: 'stream-as-category', severity: 'hint', at, facts: { name: text, category: written, prefix } }
  else if (seen) yield* missing('unknown-category', named, { names: seen.categories, beside, isComplete: seen.isComplete })
}

interface KnownNames {
  readonly names: ReadonlySet<string>
  /** The names that the query lists at places of this kind. */
  readonly beside: ReadonlySet<string>
  readonly isComplete: boolean
}

/**
 * A name without a close one gets a hint, and only where all names are known. So does one that stands beside the close
 * one: a query that has TicketOpened and TicketReopened knows of both.
 */
function* missing(code: Code, { text, at }: NamedText, { names, beside, isComplete }: KnownNames): Iterable<RuleFinding> {
  if (names.size === 0 || names.has(text)) return
  const instead = closestWord(text, names)
  if (instead !== undefined && !beside.has(instead)) yield { code, at, facts: { name: text, instead }, fix: rename(at, instead) }
  else if (isComplete) yield { code, severity: 'hint', at, facts: { name: text } }
}

function rename(at: AnyNode, text: string) {
  if (at.type === 'Literal' || at.type === 'TemplateLiteral') return { start: at.start + 1, end: at.end - 1, text }
  return { start: at.start, end: at.end, text: /^[\w$]+$/.test(text) ? text : JSON.stringify(text) }
}

/** Texts that a query compares the event's type with. */
function comparedTypes(query: QueryModel): NamedText[] {
  const found: NamedText[] = []
  const isType = (node: AnyNode): boolean => {
    const origin = query.origins.of(node)
    return origin?.root === 'event' && origin.path.length === 1 && origin.path[0] === 'eventType'
  }
  const add = (node: AnyNode | null): void => {
    const text = node ? textOf(node) : undefined
    if (node && text !== undefined && !text.startsWith('$')) found.push({ text, at: node })
  }
  const { scopes } = query
  for (const { operator, left, right } of scopes.all('BinaryExpression')) {
    if (!/^[!=]==?$/.test(operator)) continue
    if (isType(left)) add(right)
    if (isType(right)) add(left)
  }
  for (const { discriminant, cases } of scopes.all('SwitchStatement'))
    if (isType(discriminant)) for (const { test } of cases) add(test ?? null)
  for (const { callee, arguments: given } of scopes.all('CallExpression')) {
    if (callee.type !== 'MemberExpression' || !given[0] || !isType(given[0])) continue
    const list = scopes.valueOf(callee.object)
    const isAsked = ['includes', 'indexOf'].includes(memberName(callee) ?? '')
    if (isAsked && list.type === 'ArrayExpression') for (const element of list.elements) add(element)
  }
  return found
}
