// Reads a query's tree once for the rules: its chains, sources, handlers, callbacks and options, as far as they are written out.

import type { AnyNode, FunctionNode, SyntaxTree } from '../dialect/source/syntax-tree.ts'
import { calleeOf, isFunction } from '../dialect/source/syntax-tree.ts'
import { closestWord } from '../../base/closest-word.ts'
import { chainMembers, definitionFunctions, selectors } from './language-words.ts'
import type { Parameter } from './origins.ts'
import { Origins } from './origins.ts'
import type { IdentifierNode } from './scopes.ts'
import { Scopes } from './scopes.ts'
import type { CallNode } from './syntax-names.ts'
import { keyName, memberName, takesEventFirst, textOf } from './syntax-names.ts'

/** A call of a selector, or of a member of the chain behind one. */
export interface ChainLink {
  readonly name: string
  /** The name, or the known one that a mistyped name is close to. */
  readonly meant: string
  /** The node of the name. */
  readonly at: AnyNode
  readonly call: CallNode
  /** The link that it is called on; undefined for a selector. */
  readonly after: ChainLink | undefined
}

/** A text that a query names a stream, a category or a type with. */
export interface NamedText {
  readonly text: string
  readonly at: AnyNode
}

export interface NamedHandler extends NamedText {
  /** Undefined where the value is no function that is written out. */
  readonly run: FunctionNode | undefined
  /** The object that lists it; undefined for `on_event` and `on_any`. */
  readonly list: AnyNode | undefined
}

/** A function that the chain takes. */
export interface Callback {
  readonly role: 'partitionBy' | 'transformBy' | 'filterBy'
  readonly run: FunctionNode
}

export interface QueryModel {
  readonly text: string
  readonly program: SyntaxTree['program']
  readonly scopes: Scopes
  /** Where the event and the state go. */
  readonly origins: Origins
  readonly links: readonly ChainLink[]
  readonly handlers: readonly NamedHandler[]
  /** Whether handlers may exist that `handlers` does not list. */
  readonly hasHiddenHandlers: boolean
  readonly callbacks: readonly Callback[]
  readonly streams: readonly NamedText[]
  /** Of several categories in one call their streams are read, so that `foreachStream` is refused. */
  readonly categories: readonly (NamedText & { readonly isPlural: boolean })[]
  /** Whether a source is named by something else than a text that is written out. */
  readonly hasHiddenSources: boolean
  readonly options: readonly { readonly name: string; readonly at: AnyNode; readonly value: AnyNode }[]
  /** Calls of `options` with something else than an object that is written out. */
  readonly hasHiddenOptions: boolean
}

export function readQuery(tree: Pick<SyntaxTree, 'text' | 'program'>): QueryModel {
  const reader = new ModelReader(tree.program)
  reader.readCalls()
  const found = reader.found()
  return { text: tree.text, program: tree.program, ...found, origins: new Origins(found.scopes, parametersOf(found)) }
}

/** Handlers that are called without an event. */
const eventless = ['$init', '$initShared', '$deleted']

function parametersOf({ handlers, callbacks }: Pick<QueryModel, 'handlers' | 'callbacks'>): Parameter[] {
  return [
    ...handlers.flatMap(({ text, run }) => {
      if (!run || text.startsWith('$init')) return []
      // Where the names say that the two are swapped, that alone is wrong, and not what is done with them.
      const [state, event] = takesEventFirst(run) && !eventless.includes(text) ? [run.params[1], run.params[0]] : run.params
      const type = text.startsWith('$') ? undefined : text
      return [
        { pattern: state, origin: { root: 'state', path: [], type: undefined } },
        ...(eventless.includes(text) ? [] : [{ pattern: event, origin: { root: 'event', path: [], type } }]),
      ] as Parameter[]
    }),
    ...callbacks.flatMap(({ role, run }): Parameter[] =>
      role === 'partitionBy' ? [{ pattern: run.params[0], origin: { root: 'event', path: [], type: undefined } }] : [],
    ),
  ]
}

class ModelReader {
  readonly #scopes: Scopes
  readonly #links = new Map<AnyNode, ChainLink | undefined>()
  readonly #handlers: NamedHandler[] = []
  readonly #callbacks: Callback[] = []
  readonly #streams: NamedText[] = []
  readonly #categories: (NamedText & { isPlural: boolean })[] = []
  readonly #options: { name: string; at: AnyNode; value: AnyNode }[] = []
  readonly #hidden = { handlers: false, sources: false, options: false }

  constructor(program: SyntaxTree['program']) {
    this.#scopes = new Scopes(program)
  }

  found(): Omit<QueryModel, 'text' | 'program' | 'origins'> {
    const byPlace = (one: { at: AnyNode }, other: { at: AnyNode }) => one.at.start - other.at.start
    return {
      scopes: this.#scopes,
      links: [...this.#links.values()].filter((link) => link !== undefined).sort(byPlace),
      handlers: this.#handlers.sort(byPlace),
      hasHiddenHandlers: this.#hidden.handlers,
      callbacks: this.#callbacks,
      streams: this.#streams.sort(byPlace),
      categories: this.#categories.sort(byPlace),
      hasHiddenSources: this.#hidden.sources,
      options: this.#options,
      hasHiddenOptions: this.#hidden.options,
    }
  }

  readCalls(): void {
    for (const call of this.#scopes.all('CallExpression')) this.#readCall(call)
  }

  #readCall(call: CallNode): void {
    const callee = calleeOf(call.callee)
    if (callee.type === 'Identifier' && !this.#scopes.isDeclared(callee)) this.#readDefinition(callee.name, call)
    const link = this.#linkOf(call)
    if (!link) return
    if (!link.after) this.#readSelector(link)
    else this.#readLink(link)
  }

  /** @returns the link that an expression ends with: a call, or a variable that holds one. */
  #linkOf(node: AnyNode): ChainLink | undefined {
    if (node.type === 'ParenthesizedExpression') return this.#linkOf(node.expression)
    if (node.type === 'ChainExpression') return this.#linkOf(node.expression)
    if (node.type === 'Identifier') {
      const held = this.#scopes.valueOf(node)
      return held.type === 'CallExpression' ? this.#linkOf(held) : undefined
    }
    if (node.type !== 'CallExpression') return undefined
    if (!this.#links.has(node)) {
      this.#links.set(node, undefined)
      this.#links.set(node, this.#readChain(node))
    }
    return this.#links.get(node)
  }

  #readChain(call: CallNode): ChainLink | undefined {
    const callee = calleeOf(call.callee)
    if (callee.type === 'Identifier') {
      const meant = this.#scopes.isDeclared(callee) ? undefined : meantBy(callee.name, selectors)
      return meant === undefined ? undefined : { name: callee.name, meant, at: callee, call, after: undefined }
    }
    if (callee.type !== 'MemberExpression') return undefined
    const name = memberName(callee)
    const after = this.#linkOf(callee.object)
    if (!after || name === undefined) return undefined
    return { name, meant: meantBy(name, chainMembers) ?? name, at: callee.property, call, after }
  }

  #readDefinition(name: string, call: CallNode): void {
    if (!definitionFunctions.includes(name)) return
    const [first, second] = call.arguments
    if (name === 'options') return this.#readOptions(first)
    const run = name === 'on_any' ? first : second
    const text = name === 'on_any' ? '$any' : first && textOf(first)
    if (text === undefined) this.#hidden.handlers = true
    else this.#handlers.push({ text, at: first ?? call, run: run && this.#functionOf(run), list: undefined })
  }

  #readOptions(given: AnyNode | undefined): void {
    const value = given && this.#scopes.valueOf(given)
    if (value?.type !== 'ObjectExpression') {
      this.#hidden.options ||= value !== undefined
      return
    }
    for (const property of value.properties) {
      const name = property.type === 'Property' ? keyName(property) : undefined
      if (property.type !== 'Property' || name === undefined) this.#hidden.options = true
      else this.#options.push({ name, at: property.key, value: property.value })
    }
  }

  #readSelector({ meant: name, call }: ChainLink): void {
    if (name === 'fromAll') return
    const isList = name !== 'fromStream'
    const given = call.arguments.length > 0 ? call.arguments : []
    const first = given[0] && this.#scopes.valueOf(given[0])
    const isArray = isList && first?.type === 'ArrayExpression'
    const items = isArray ? first.elements : isList ? given : given.slice(0, 1)
    const joinsStreams = name.startsWith('fromStream')
    // One category alone is a category; several are their streams (projection-language §3.2).
    const isPlural = !joinsStreams && (isArray || given.length > 1)
    for (const item of items) {
      const value = item && this.#scopes.valueOf(item)
      const text = value ? textOf(value) : undefined
      if (!item || text === undefined) this.#hidden.sources = true
      else if (joinsStreams) this.#streams.push({ text, at: item })
      else this.#categories.push({ text, at: item, isPlural })
    }
  }

  #readLink({ meant: name, call }: ChainLink): void {
    const [first] = call.arguments
    if (name === 'when') this.#readHandlers(first)
    if (name !== 'partitionBy' && name !== 'transformBy' && name !== 'filterBy') return
    const run = first && this.#functionOf(first)
    if (run) this.#callbacks.push({ role: name, run })
  }

  #readHandlers(given: AnyNode | undefined): void {
    const list = given && this.#scopes.valueOf(given)
    if (list?.type !== 'ObjectExpression') {
      this.#hidden.handlers ||= given !== undefined
      return
    }
    for (const property of list.properties) {
      const name = property.type === 'Property' ? keyName(property) : undefined
      if (property.type === 'SpreadElement') this.#readHandlers(property.argument)
      else if (name === undefined) this.#hidden.handlers = true
      else this.#handlers.push({ text: name, at: property.key, run: this.#functionOf(property.value), list })
    }
    if (given?.type === 'Identifier') this.#readAdded(given)
  }

  /** Handlers that a script adds to the object before it hands it on: `handlers.OrderPlaced = …`. */
  #readAdded(object: IdentifierNode): void {
    const owner = this.#scopes.ownerOf(object)
    for (const { start, left, right } of this.#scopes.all('AssignmentExpression')) {
      if (left.type !== 'MemberExpression' || start > object.start) continue
      const { object: base, property } = left
      if (base.type !== 'Identifier' || base.name !== object.name || this.#scopes.ownerOf(base) !== owner) continue
      const name = memberName(left)
      if (name === undefined) this.#hidden.handlers = true
      else this.#handlers.push({ text: name, at: property, run: this.#functionOf(right), list: undefined })
    }
  }

  #functionOf(node: AnyNode): FunctionNode | undefined {
    const value = this.#scopes.valueOf(node)
    return isFunction(value) ? value : undefined
  }
}

const meantBy = (name: string, known: readonly string[]): string | undefined => (known.includes(name) ? name : closestWord(name, known))
