// Finds words in a query that are probably mistyped: functions, handlers and event members that the language lacks, names that the store lacks.

import { visibleLine } from '../kit/visible-text.ts'
import { editor as texts } from '../strings/english/editor.ts'
import { closestWord, fieldsAt } from '../../engine/queries/event-names.ts'
import type { CompletionPlace, Node, Tree } from './completion-place.ts'
import { nameOf, placeAt } from './completion-place.ts'
import type { TextRange } from '../panels/editor/fault-range.ts'
import { chainMembers, eventMembers, functions, handlers, selectors } from './language-words.ts'
import type { StoreNames } from '../model/store/store-names.ts'

/** A remark that does not keep a query from running. */
export interface QueryHint extends TextRange {
  readonly message: string
  /** Text to write in its place, if there is a guess; for a name in quotes, without them. */
  readonly instead?: string
}

/** Most hints: a text of another language would be full of them. */
const mostHints = 20

/** Names of system events that handlers may be for are not known; those of the language are. */
const known: Readonly<Record<'functions' | 'chain' | 'handlers' | 'event', readonly string[]>> = {
  functions: [...selectors, ...functions].map(({ name }) => name),
  chain: chainMembers.map(({ name }) => name),
  handlers: handlers.map(({ name }) => name),
  event: eventMembers.map(({ name }) => name),
}

/**
 * @param tree of the whole `text`.
 * @param names read from the store; empty ones count as not read yet.
 */
export function hintsIn(tree: Tree, text: string, names: StoreNames): readonly QueryHint[] {
  const hints: QueryHint[] = []
  tree.iterate({
    enter: (ref) => {
      if (hints.length >= mostHints || ref.type.isError) return false
      const hint = hintAt(ref.node, tree, text, names)
      if (hint) hints.push(hint)
      return true
    },
  })
  return hints
}

function hintAt(node: Node, tree: Tree, text: string, names: StoreNames): QueryHint | undefined {
  switch (node.name) {
    case 'VariableName':
      return functionHint(node, tree, text)
    case 'PropertyName':
      return node.prevSibling?.name === '.' || node.prevSibling?.name === '?.' ? memberHint(node, tree, text, names) : undefined
    case 'PropertyDefinition':
      return handlerHint(node, tree, text, names)
    case 'String':
      return textHint(node, tree, text, names)
    default:
      return undefined
  }
}

/** A call of a function that neither the language nor the query has. */
function functionHint(node: Node, tree: Tree, text: string): QueryHint | undefined {
  if (node.parent?.name !== 'CallExpression' || node.parent.firstChild?.from !== node.from) return undefined
  const name = nameOf(node, text)
  if (known.functions.includes(name) || name in globalThis || isDeclared(name, tree, text)) return undefined
  return guess(node, name, known.functions, texts.noFunction(name))
}

function isDeclared(name: string, tree: Tree, text: string): boolean {
  let isFound = false
  tree.iterate({
    enter: ({ node }) => {
      if (node.name === 'VariableDefinition' && nameOf(node, text) === name) isFound = true
      return !isFound
    },
  })
  return isFound
}

function memberHint(node: Node, tree: Tree, text: string, names: StoreNames): QueryHint | undefined {
  const place = placeAt(tree, text, node.to)
  const name = nameOf(node, text)
  switch (place?.kind) {
    case 'chain':
      if (!isChain(place) || known.chain.includes(name)) return undefined
      return guess(node, name, known.chain, texts.noChainMember(name))
    case 'event':
      return known.event.includes(name) ? undefined : guess(node, name, known.event, texts.noEventMember(name))
    case 'field': {
      const fields = fieldsAt(names.fields[place.member], place.path, place.type).map((field) => field.name)
      return fields.includes(name) ? undefined : guess(node, name, fields, texts.noField(name))
    }
    default:
      return undefined
  }
}

const isChain = ({ after }: Extract<CompletionPlace, { kind: 'chain' }>): boolean =>
  known.chain.includes(after) || (after.startsWith('from') && known.functions.includes(after))

function handlerHint(node: Node, tree: Tree, text: string, names: StoreNames): QueryHint | undefined {
  if (placeAt(tree, text, node.to)?.kind !== 'handler') return undefined
  return handlerNameHint(node, nameOf(node, text), names)
}

function handlerNameHint(range: TextRange, name: string, names: StoreNames): QueryHint | undefined {
  if (name.startsWith('$')) return known.handlers.includes(name) ? undefined : guess(range, name, known.handlers, texts.noHandler(name))
  return missing(range, name, names.types, names, texts.noType(visibleLine(name)))
}

function textHint(node: Node, tree: Tree, text: string, names: StoreNames): QueryHint | undefined {
  const inside = { from: node.from + 1, to: node.to - 1 }
  if (inside.to <= inside.from) return undefined
  const place = placeAt(tree, text, inside.to)
  const name = text.slice(inside.from, inside.to)
  // Escapes would have to be read first; names of the system are not collected.
  if (/[\\\n]/.test(name) || (name.startsWith('$') && place?.kind !== 'handler')) return undefined
  const shown = visibleLine(name)
  switch (place?.kind) {
    case 'handler':
      return handlerNameHint(inside, name, names)
    case 'type':
      return called(node, text) === 'emit' ? undefined : missing(inside, name, names.types, names, texts.noType(shown))
    case 'stream':
      if (!called(node, text)?.startsWith('from') || names.streams.has(name)) return undefined
      return guess(inside, name, names.streams, texts.noStream(shown))
    case 'category':
      return names.categories.has(name) ? undefined : guess(inside, name, names.categories, texts.noCategory(shown))
    default:
      return undefined
  }
}

/** Name of the function whose argument a text is. */
function called(node: Node, text: string): string | undefined {
  let list: Node | null = node
  while (list && list.name !== 'ArgList') list = list.parent
  const callee = list?.parent?.firstChild
  return callee ? nameOf(callee, text).split('.').at(-1) : undefined
}

/** A name that the store should have: a hint also without a guess, once all of the store's names are known. */
function missing(range: TextRange, name: string, given: ReadonlySet<string>, names: StoreNames, message: string): QueryHint | undefined {
  if (given.has(name) || given.size === 0) return undefined
  return guess(range, name, given, message) ?? (names.isComplete ? { from: range.from, to: range.to, message } : undefined)
}

function guess({ from, to }: TextRange, word: string, given: Iterable<string>, message: string): QueryHint | undefined {
  const instead = closestWord(word, given)
  return instead === undefined ? undefined : { from, to, message: texts.didYouMean(message, visibleLine(instead)), instead }
}
