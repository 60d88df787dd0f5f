// Decides what can be written at a place in a query, from the syntax tree, which exists for unfinished text too.

import type { javascriptLanguage } from '@codemirror/lang-javascript'

export type Tree = ReturnType<typeof javascriptLanguage.parser.parse>
export type Node = Tree['topNode']

export type CompletionPlace =
  /** The name of a stream, category or event type, in quotes. */
  | { readonly kind: 'stream' | 'category' | 'type'; readonly from: number; readonly quoted: true }
  /** After a dot in the chain; `after` names the call before the dot. */
  | { readonly kind: 'chain'; readonly from: number; readonly after: string }
  /** A name inside `when({…})`; `given` lists the names already there. */
  | { readonly kind: 'handler'; readonly from: number; readonly quoted: boolean; readonly given: readonly string[] }
  /** After `event.`, under whatever name. */
  | { readonly kind: 'event'; readonly from: number }
  /** After `event.data.` and further dots, under whatever name; `type` is the event type that the handler is for. */
  | {
      readonly kind: 'field'
      readonly from: number
      readonly member: 'data' | 'metadata'
      readonly path: readonly string[]
      readonly type: string | undefined
    }
  /** After `state.` and further dots, under whatever name: `path` leads from the state to the object. */
  | { readonly kind: 'state'; readonly from: number; readonly path: readonly string[] }
  | { readonly kind: 'option'; readonly from: number }
  /** A name on its own; `inside` a function, or at the top level. */
  | { readonly kind: 'name'; readonly from: number; readonly inside: boolean }

/** Meaning of each string argument, by function. */
const texts: Readonly<Record<string, readonly ('stream' | 'category' | 'type' | undefined)[]>> = {
  fromStream: ['stream'],
  fromStreams: ['stream', 'stream', 'stream', 'stream'],
  fromCategory: ['category', 'category', 'category', 'category'],
  fromCategories: ['category', 'category', 'category', 'category'],
  on_event: ['type'],
  emit: ['stream', 'type'],
  linkTo: ['stream'],
  linkStreamTo: ['stream', 'stream'],
  outputTo: ['stream'],
}

const functionNodes = ['ArrowFunction', 'FunctionExpression', 'FunctionDeclaration']

/**
 * @param tree of `text`, as far as it parses.
 * @param at offset of the caret.
 * @returns undefined if the language offers nothing: in comments, other strings, after other dots.
 */
export function placeAt(tree: Tree, text: string, at: number): CompletionPlace | undefined {
  const node = tree.resolveInner(at, -1)
  if (/Comment|RegExp|Template/.test(node.name)) return undefined
  if (node.name === 'String') return inText(tree, node, text, at)
  const from = at - /[\w$]*$/.exec(text.slice(0, at))![0].length
  const before = signBefore(tree, text, from)
  if (text[before - 1] === '.') return afterDot(tree, text, before - 1, from)
  const object = objectAround(node, from)
  // A key starts after the brace or a comma.
  if (object && /[{,]/.test(text[before - 1] ?? '')) return inObject(tree, object, text, from, false)
  if (object && node.name === 'PropertyDefinition') return inObject(tree, object, text, from, false)
  if (/\d$/.test(text.slice(from, from + 1)) || isDeclared(node)) return undefined
  return { kind: 'name', from, inside: isInFunction(node) }
}

const isDeclared = ({ name }: Node): boolean => name === 'VariableDefinition' || name === 'PropertyName'

/** @returns the end of the last sign before a place: blanks and comments are none. */
function signBefore(tree: Tree, text: string, at: number): number {
  let end = text.slice(0, at).trimEnd().length
  for (let comment = commentAt(tree, end, -1); comment; comment = commentAt(tree, end, -1))
    end = text.slice(0, comment.from).trimEnd().length
  return end
}

/** @returns the beginning of the first sign after a place. */
function signAfter(tree: Tree, text: string, at: number): number {
  const skip = (from: number): number => text.length - text.slice(from).trimStart().length
  let start = skip(at)
  for (let comment = commentAt(tree, start, 1); comment; comment = commentAt(tree, start, 1)) start = skip(comment.to)
  return start
}

function commentAt(tree: Tree, at: number, side: 1 | -1): Node | undefined {
  const node = tree.resolveInner(at, side)
  return isComment(node) ? node : undefined
}

const isComment = ({ name }: Node): boolean => name.endsWith('Comment')

function inText(tree: Tree, node: Node, text: string, at: number): CompletionPlace | undefined {
  const closed = node.to - node.from > 1 && /['"]/.test(text[node.to - 1]!) && at === node.to
  if (closed || at === node.from) return undefined
  const from = node.from + 1
  const object = node.parent?.name === 'Property' ? objectAround(node.parent, node.from) : undefined
  if (object && node.from === node.parent!.from) return inObject(tree, object, text, from, true)
  const list = node.parent?.name === 'ArrayExpression' ? node.parent : undefined
  const given = (list ?? node).parent
  if (given?.name !== 'ArgList') return undefined
  const kinds = texts[calledBy(given, text) ?? '']
  const kind = kinds?.[list ? 0 : argumentsBefore(given, node.from)]
  return kind && { kind, from, quoted: true }
}

function argumentsBefore(list: Node, at: number): number {
  let commas = 0
  for (let child = list.firstChild; child && child.from < at; child = child.nextSibling) if (child.name === ',') commas++
  return commas
}

/** The last name of the callee: `when` in `fromAll().when(…)`. */
function calledBy(list: Node, text: string): string | undefined {
  const callee = list.parent?.firstChild
  const name = callee?.name === 'MemberExpression' ? callee.lastChild : callee
  return name ? text.slice(name.from, name.to) : undefined
}

function afterDot(tree: Tree, text: string, dot: number, from: number): CompletionPlace | undefined {
  let node: Node | null = tree.resolveInner(dot, 1)
  while (node && node.name !== 'MemberExpression') node = node.parent
  const left = node?.firstChild
  if (left?.name === 'CallExpression') {
    const list = left.lastChild
    const after = list?.name === 'ArgList' ? calledBy(list, text) : undefined
    return after === undefined ? undefined : { kind: 'chain', from, after }
  }
  const chain = left ? chainOf(left, text) : undefined
  if (!chain) return undefined
  if (chain.root === 'state') return { kind: 'state', from, path: chain.names }
  const [first, ...path] = chain.names
  if (first === undefined) return { kind: 'event', from }
  const member = contentMembers[first]
  return member && { kind: 'field', from, member, path, type: handledType(node!, text) }
}

const contentMembers: Readonly<Record<string, 'data' | 'metadata'>> = { data: 'data', body: 'data', metadata: 'metadata' }

/** Where an expression begins, and the names of the members from there: `['data', 'to']` for `event.data.to`. */
interface Chain {
  readonly root: 'event' | 'state'
  readonly names: readonly string[]
}

/** @returns undefined if it begins neither at the event nor at the state. */
function chainOf(node: Node, text: string): Chain | undefined {
  if (node.name === 'MemberExpression') {
    const owner = node.firstChild && chainOf(node.firstChild, text)
    const member = node.getChild('PropertyName')
    return owner && member ? { root: owner.root, names: [...owner.names, text.slice(member.from, member.to)] } : undefined
  }
  if (node.name !== 'VariableName') return undefined
  const root = rootOf(node, text)
  return root ? { root, names: [] } : (unpacked(node, text) ?? declared(node, text))
}

/** A parameter that unpacks the event: `(state, { data }) => …`. */
function unpacked(node: Node, text: string): Chain | undefined {
  const name = text.slice(node.from, node.to)
  for (const { fn, parameters } of functionsAround(node)) {
    const pattern = parameters[eventParameter(fn, text)]
    if (pattern?.name !== 'ObjectPattern') continue
    const has = pattern.getChildren('PatternProperty').some((property) => text.slice(property.from, property.to) === name)
    if (has) return { root: 'event', names: [name] }
  }
  return undefined
}

/** A constant of an enclosing block: `const data = event.data`. */
function declared(node: Node, text: string): Chain | undefined {
  const name = text.slice(node.from, node.to)
  for (let block = node.parent; block; block = block.parent) {
    if (block.name !== 'Block' && block.name !== 'Script') continue
    for (const declaration of block.getChildren('VariableDeclaration')) {
      const variable = declaration.getChild('VariableDefinition')
      const value = declaration.lastChild?.name === ';' ? declaration.lastChild.prevSibling : declaration.lastChild
      const isIt = variable && text.slice(variable.from, variable.to) === name && declaration.to <= node.from
      if (isIt && value && /^(MemberExpression|VariableName)$/.test(value.name)) return chainOf(value, text)
    }
  }
  return undefined
}

/** The functions around a place, the innermost first, with the names or patterns of their parameters. */
function functionsAround(node: Node) {
  const found: { readonly fn: Node; readonly parameters: readonly Node[] }[] = []
  for (let around: Node | null = node; around; around = around.parent) {
    if (!functionNodes.includes(around.name) && around.name !== 'Property') continue
    const list = around.getChild('ParamList')
    if (list) found.push({ fn: around, parameters: parametersOf(list) })
  }
  return found
}

/** The name or pattern of each parameter, without its default. */
function parametersOf(list: Node): Node[] {
  const parameters: Node[] = []
  let isNext = false
  for (let child = list.firstChild; child; child = child.nextSibling) {
    if (child.name === '(' || child.name === ',') isNext = true
    else if (isNext && !isComment(child)) {
      parameters.push(child)
      isNext = false
    }
  }
  return parameters
}

/** The event type of the handler around a place. */
function handledType(node: Node, text: string): string | undefined {
  for (const { fn } of functionsAround(node)) {
    if (eventParameter(fn, text) !== 1) continue
    const property = fn.name === 'Property' ? fn : fn.parent?.name === 'Property' ? fn.parent : undefined
    const key = property?.firstChild
    if (key) return nameOf(key, text)
    const type = fn.parent?.getChild('String')
    return type ? nameOf(type, text) : undefined
  }
  return undefined
}

/** Text of a key or a string, without its quotes. */
export const nameOf = ({ from, to }: Node, text: string): string => text.slice(from, to).replace(/^['"]|['"]$/g, '')

/** Whether a name refers to the event: `event`, or the event parameter of a handler or of `partitionBy`; or to the state of a handler. */
function rootOf(node: Node, text: string): Chain['root'] | undefined {
  const name = text.slice(node.from, node.to)
  if (name === 'event') return 'event'
  for (const { fn, parameters } of functionsAround(node)) {
    const index = parameters.findIndex(
      (parameter) => parameter.name === 'VariableDefinition' && text.slice(parameter.from, parameter.to) === name,
    )
    if (index < 0) continue
    const event = eventParameter(fn, text)
    return index === event ? 'event' : index === 0 && event === 1 ? 'state' : undefined
  }
  return undefined
}

/** Index of the event parameter of a function; -1 for functions that get no event. */
function eventParameter(fn: Node, text: string): number {
  const list = fn.parent?.name === 'ArgList' ? calledBy(fn.parent, text) : undefined
  if (list === 'partitionBy') return 0
  if (list === 'on_event' || list === 'on_any') return 1
  const property = fn.name === 'Property' ? fn : fn.parent?.name === 'Property' ? fn.parent : undefined
  const given = property?.parent?.parent
  return given?.name === 'ArgList' && calledBy(given, text) === 'when' ? 1 : -1
}

/** The innermost object literal around a place, up to the next function. */
function objectAround(node: Node, from: number): Node | undefined {
  let inner: Node | null = node
  // An unfinished key parses as a property or as a pattern.
  while (inner && !(/^Object(Expression|Pattern)$/.test(inner.name) && inner.from < from)) {
    if (functionNodes.includes(inner.name) || inner.name === 'Block' || inner.name === 'ParamList') return undefined
    inner = inner.parent
  }
  return inner ?? undefined
}

function inObject(tree: Tree, object: Node, text: string, from: number, quoted: boolean): CompletionPlace | undefined {
  const list = object.parent?.name === 'AssignmentExpression' ? object.parent.parent : object.parent
  if (list?.name !== 'ArgList') return undefined
  const called = calledBy(list, text)
  if (called === 'options') return quoted ? undefined : { kind: 'option', from }
  return called === 'when' ? { kind: 'handler', from, quoted, given: keysOf(tree, object, text, from) } : undefined
}

/** Names of the handlers in an object, also behind an unfinished one. */
function keysOf(tree: Tree, object: Node, text: string, except: number): string[] {
  const keys: string[] = []
  object.cursor().iterate((node) => {
    if (node.from === object.from && node.to === object.to) return true
    const isNested = /^(ArgList|Block|ParamList|ObjectPattern|Object|ObjectExpression|ArrowFunction|FunctionExpression)$/.test(node.name)
    const isKey = node.name === 'PropertyDefinition' || (node.name === 'String' && text[signAfter(tree, text, node.to)] === ':')
    if (!isKey) return !isNested
    // A name without a comma takes the key on the next line into its node.
    const [first = '', ...others] = nameOf(node.node, text).split(/\s*\n\s*/)
    if ((node.name === 'String' ? node.from + 1 : node.from) !== except) keys.push(first)
    keys.push(...others)
    return !isNested
  })
  return keys
}

function isInFunction(node: Node): boolean {
  for (let around: Node | null = node; around; around = around.parent) {
    if (functionNodes.includes(around.name) || (around.name === 'Property' && around.getChild('ParamList'))) return true
  }
  return false
}
