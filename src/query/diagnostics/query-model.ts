// Reads a query's tree once for the rules: its chains, sources, handlers, callbacks and options, as far as they are written out.

import type { AnyNode, FunctionNode, SyntaxTree } from '../dialect/source/syntax-tree.ts'
import { calleeOf, isFunction, walk } from '../dialect/source/syntax-tree.ts'
import { closestWord } from './closest-word.ts'
import { chainMembers, definitionFunctions, selectors } from './language-words.ts'
import type { IdentifierNode } from './scopes.ts'
import { Scopes } from './scopes.ts'

export type CallNode = Extract<AnyNode, { type: 'CallExpression' }>
export type MemberNode = Extract<AnyNode, { type: 'MemberExpression' }>

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
  const reader = new ModelReader(new Scopes(tree.program))
  walk(tree.program, (node) => node.type === 'CallExpression' && reader.readCall(node))
  return { text: tree.text, program: tree.program, ...reader.found() }
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

  constructor(scopes: Scopes) {
    this.#scopes = scopes
  }

  found(): Omit<QueryModel, 'text' | 'program'> {
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

  readCall(call: CallNode): void {
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
      const held = this.#valueOf(node)
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
    const value = given && this.#valueOf(given)
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
    const first = given[0] && this.#valueOf(given[0])
    const isArray = isList && first?.type === 'ArrayExpression'
    const items = isArray ? first.elements : isList ? given : given.slice(0, 1)
    const joinsStreams = name.startsWith('fromStream')
    // One category alone is a category; several are their streams (projection-language §3.2).
    const isPlural = !joinsStreams && (isArray || given.length > 1)
    for (const item of items) {
      const value = item && this.#valueOf(item)
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
    const list = given && this.#valueOf(given)
    if (list?.type !== 'ObjectExpression') {
      this.#hidden.handlers ||= given !== undefined
      return
    }
    for (const property of list.properties) {
      const name = property.type === 'Property' ? keyName(property) : undefined
      if (property.type !== 'Property' || name === undefined) this.#hidden.handlers = true
      else this.#handlers.push({ text: name, at: property.key, run: this.#functionOf(property.value), list })
    }
  }

  #functionOf(node: AnyNode): FunctionNode | undefined {
    const value = this.#valueOf(node)
    return isFunction(value) ? value : undefined
  }

  /** Follows a name to the value that its declaration gives it. */
  #valueOf(node: AnyNode): AnyNode {
    if (node.type === 'ParenthesizedExpression') return this.#valueOf(node.expression)
    if (node.type !== 'Identifier') return node
    const declared = this.#scopes.declarationOf(node)
    if (declared?.type === 'FunctionDeclaration') return declared.id?.name === node.name ? declared : node
    if (declared?.type !== 'VariableDeclaration') return node
    const one = declared.declarations.find(({ id }) => id.type === 'Identifier' && id.name === node.name)
    return one?.init ?? node
  }
}

/** @returns the member's name, also of `object['name']`; undefined where it is computed. */
export function memberName(node: MemberNode): string | undefined {
  if (node.property.type === 'PrivateIdentifier') return undefined
  return node.computed ? textOf(node.property) : (node.property as IdentifierNode).name
}

/** @returns the text of a literal; undefined for other expressions. */
export function textOf(node: AnyNode): string | undefined {
  if (node.type === 'ParenthesizedExpression') return textOf(node.expression)
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined
  return node.quasis[0]?.value.cooked ?? undefined
}

export function keyName({ key, computed }: Extract<AnyNode, { type: 'Property' }>): string | undefined {
  if (!computed && key.type === 'Identifier') return key.name
  return key.type === 'Literal' && typeof key.value !== 'object' ? String(key.value) : computed ? textOf(key) : undefined
}

const meantBy = (name: string, known: readonly string[]): string | undefined => (known.includes(name) ? name : closestWord(name, known))
