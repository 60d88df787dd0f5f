// Finds names of types, streams and categories that the events seen do not have, or that are names of something else.

import { closestWord } from '../../../base/closest-word.ts'
import type { Code } from '../codes.ts'
import type { RuleFinding } from '../diagnostic.ts'
import type { AnyNode } from '../../dialect/source/syntax-tree.ts'
import type { NamedText, QueryModel } from '../query-model.ts'
import { memberName, textOf } from '../syntax-names.ts'
import type { Rule } from '../rule.ts'
import type { SeenEvents } from '../seen-events.ts'
import { categoryOf } from '../seen-events.ts'

export const seenNameRules: readonly Rule[] = [
  function* types(query, { seen }) {
    if (!seen) return
    for (const { text, at } of query.handlers) if (!text.startsWith('$')) yield* missing('unknown-type', { text, at }, seen.types, seen)
    for (const named of comparedTypes(query)) yield* missing('unknown-type', named, seen.types, seen)
  },
  function* sources({ streams, categories }, { seen }) {
    for (const named of streams) yield* streamFindings(named, seen)
    for (const named of categories) yield* categoryFindings(named, seen)
  },
]

function* streamFindings(named: NamedText, seen: SeenEvents | undefined): Iterable<RuleFinding> {
  const { text, at } = named
  const system = /^\$(ce|et)-(?!\$)(.+)$/.exec(text)
  if (system && seen) {
    const [, kind, name = ''] = system
    const [code, known] = kind === 'ce' ? (['unknown-category', seen.categories] as const) : (['unknown-type', seen.types] as const)
    for (const { fix, ...finding } of missing(code, { text: name, at }, known, seen))
      yield { ...finding, fix: fix && { ...fix, text: `$${kind}-${fix.text}` } }
  }
  if (text.startsWith('$') || seen?.streams.has(text)) return
  if (seen?.categories.has(text)) yield { code: 'category-as-stream', at, facts: { name: text } }
  else if (/[*%]$/.test(text)) yield { code: 'stream-pattern', at, facts: { name: text }, severity: seen ? 'warning' : 'hint' }
  else if (seen) yield* missing('unknown-stream', named, seen.streams, seen)
}

function* categoryFindings(named: NamedText, seen: SeenEvents | undefined): Iterable<RuleFinding> {
  const { text, at } = named
  if (seen?.categories.has(text)) return
  const written = text.startsWith('$ce-') ? text.slice(4) : (categoryOf(text) ?? text)
  const isOther = written !== text && (seen ? seen.categories.has(written) : false)
  if (isOther) yield { code: 'stream-as-category', at, facts: { name: text, category: written }, fix: rename(at, written) }
  else if (written !== text && !seen) yield { code: 'stream-as-category', severity: 'hint', at, facts: { name: text, category: written } }
  else if (seen) yield* missing('unknown-category', named, seen.categories, seen)
}

/** A name without a close one gets a hint, and only where all names are known. */
function* missing(code: Code, { text, at }: NamedText, known: ReadonlySet<string>, { isComplete }: SeenEvents): Iterable<RuleFinding> {
  if (known.size === 0 || known.has(text)) return
  const instead = closestWord(text, known)
  if (instead !== undefined) yield { code, at, facts: { name: text, instead }, fix: rename(at, instead) }
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
