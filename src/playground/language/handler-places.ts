// Finds the lines of each handler in a query's text.

import { javascriptLanguage } from '@codemirror/lang-javascript'

const { parser } = javascriptLanguage
type SyntaxNode = ReturnType<typeof parser.parse>['topNode']

/** Lines from 1, both inclusive. */
export interface LineRange {
  readonly first: number
  readonly last: number
}

/** Functions of the language that take one function. */
const single = ['partitionBy', 'transformBy', 'filterBy']

/** @returns the lines of every member of `when({…})`, and of the functions passed to `partitionBy` and the like, by name. */
export function handlerPlaces(query: string): ReadonlyMap<string, LineRange> {
  const places = new Map<string, LineRange>()
  const lineAt = lineCounter(query)
  const note = (name: string, { from, to }: SyntaxNode): void => {
    if (!places.has(name)) places.set(name, { first: lineAt(from), last: lineAt(to) })
  }
  parser.parse(query).iterate({
    enter: ({ node }) => {
      if (node.name !== 'CallExpression') return
      const called = calledName(node, query)
      const first = node.getChild('ArgList')?.firstChild?.nextSibling
      if (!called || !first) return
      if (single.includes(called)) note(called, first)
      else if (called === 'when' && first.name === 'ObjectExpression')
        for (const property of first.getChildren('Property')) noteMember(property)
    },
  })
  return places

  function noteMember(property: SyntaxNode): void {
    const name = property.getChild('PropertyDefinition') ?? property.getChild('String') ?? property.getChild('Number')
    if (name) note(unquoted(query.slice(name.from, name.to)), property)
  }
}

function calledName(call: SyntaxNode, query: string): string | undefined {
  const callee = call.firstChild
  const name = callee?.name === 'MemberExpression' ? callee.getChild('PropertyName') : callee
  return name ? query.slice(name.from, name.to) : undefined
}

const unquoted = (name: string): string => name.replace(/^(['"])(.*)\1$/s, '$2')

/** @returns a function from offsets to lines, from 1. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  return (offset) => {
    const next = starts.findIndex((start) => start > offset)
    return next < 0 ? starts.length : next
  }
}
