// Resolves the names of a query: which declaration an identifier stands for, and which names nothing declares.

import type { Scope } from 'periscopic'
import { analyze } from 'periscopic'
import type { AnyNode, FunctionNode, SyntaxTree } from '../dialect/source/syntax-tree.ts'
import { isFunction, walk } from '../dialect/source/syntax-tree.ts'

export type IdentifierNode = Extract<AnyNode, { type: 'Identifier' }>

type Program = SyntaxTree['program']

export class Scopes {
  /** Names that code assigns to without a declaration, or as members of the global object. */
  readonly implicitGlobals: ReadonlySet<string>
  readonly #root: Scope
  readonly #places = new Map<AnyNode, { readonly parent: AnyNode | undefined; readonly scope: Scope }>()
  readonly #owners = new Map<IdentifierNode, Scope | undefined>()
  readonly #nodes = new Map<string, AnyNode[]>()
  #uses: Map<Scope | undefined, Map<string, IdentifierNode[]>> | undefined
  #returns: Map<AnyNode, AnyNode[]> | undefined
  readonly #assignments = new Map<Scope | undefined, Map<string, number>>()

  constructor(program: Program) {
    const { map, scope: root } = analyze(program as never)
    this.#root = root
    walk(program, (node, ancestors) => {
      const parent = ancestors.at(-1)
      const alike = this.#nodes.get(node.type)
      if (alike) alike.push(node)
      else this.#nodes.set(node.type, [node])
      // A function's parameters belong to its own scope, its name to the one around it.
      const own = map.get(node as never)
      const around = parent === undefined ? root : this.#places.get(parent)!.scope
      this.#places.set(node, { parent, scope: own ?? around })
    })
    const implicit = new Set<string>()
    for (const { argument } of this.all('UpdateExpression')) if (argument.type === 'Identifier') this.#countAssignment(argument)
    for (const { left } of this.all('AssignmentExpression')) {
      if (left.type === 'Identifier') this.#countAssignment(left)
      if (left.type === 'Identifier' && !this.isDeclared(left)) implicit.add(left.name)
      if (left.type !== 'MemberExpression' || left.computed || left.property.type !== 'Identifier') continue
      const isGlobal = left.object.type === 'ThisExpression' || (left.object.type === 'Identifier' && left.object.name === 'globalThis')
      if (isGlobal) implicit.add(left.property.name)
    }
    this.implicitGlobals = implicit
  }

  /** @returns the nodes of a type, in the order of the text. */
  all<T extends AnyNode['type']>(type: T): readonly Extract<AnyNode, { type: T }>[] {
    return (this.#nodes.get(type) ?? []) as Extract<AnyNode, { type: T }>[]
  }

  /** @returns the uses of a variable, in the order of the text; its declarations are none. */
  usesOf(name: string, owner: Scope | undefined): readonly IdentifierNode[] {
    this.#uses ??= this.#findUses()
    return this.#uses.get(owner)?.get(name) ?? []
  }

  #findUses(): Map<Scope | undefined, Map<string, IdentifierNode[]>> {
    const found = new Map<Scope | undefined, Map<string, IdentifierNode[]>>()
    for (const node of this.all('Identifier')) {
      if (!isVariable(node, this.parentOf(node))) continue
      const owner = this.ownerOf(node)
      const names = found.get(owner) ?? new Map<string, IdentifierNode[]>()
      found.set(owner, names)
      const alike = names.get(node.name)
      if (alike) alike.push(node)
      else names.set(node.name, [node])
    }
    return found
  }

  /** @returns the statements with which a function returns a value, in the order of the text. */
  returnsOf(run: FunctionNode): readonly AnyNode[] {
    this.#returns ??= this.#findReturns()
    return this.#returns.get(run) ?? []
  }

  #findReturns(): Map<AnyNode, AnyNode[]> {
    const found = new Map<AnyNode, AnyNode[]>()
    for (const { argument } of this.all('ReturnStatement')) {
      if (!argument) continue
      let run = this.parentOf(argument)
      while (run && !isFunction(run)) run = this.parentOf(run)
      if (run) found.set(run, [...(found.get(run) ?? []), argument])
    }
    return found
  }

  #countAssignment(left: IdentifierNode): void {
    const owner = this.ownerOf(left)
    const counts = this.#assignments.get(owner) ?? new Map<string, number>()
    this.#assignments.set(owner, counts)
    counts.set(left.name, (counts.get(left.name) ?? 0) + 1)
  }

  parentOf(node: AnyNode): AnyNode | undefined {
    return this.#places.get(node)?.parent
  }

  ancestorsOf(node: AnyNode): AnyNode[] {
    const found: AnyNode[] = []
    for (let at = this.parentOf(node); at; at = this.parentOf(at)) found.push(at)
    return found
  }

  /** @returns the scope that declares the name; undefined for a global. */
  ownerOf(node: IdentifierNode): Scope | undefined {
    if (this.#owners.has(node)) return this.#owners.get(node)
    const owner = this.#places.get(node)?.scope.find_owner(node.name) ?? undefined
    this.#owners.set(node, owner)
    return owner
  }

  isDeclared(node: IdentifierNode): boolean {
    return this.ownerOf(node) !== undefined
  }

  /** Whether the script's top level declares the name that the identifier stands for. */
  isTopLevel(node: IdentifierNode): boolean {
    return this.ownerOf(node) === this.#root
  }

  /** The statement, function or parameter that declares the name. */
  declarationOf(node: IdentifierNode): AnyNode | undefined {
    return this.ownerOf(node)?.declarations.get(node.name) as AnyNode | undefined
  }

  /** Follows a name to the value that its declaration gives it; a name that changes its value stands for itself. */
  valueOf(node: AnyNode, mostSteps = 5): AnyNode {
    if (mostSteps === 0) return node
    if (node.type === 'ParenthesizedExpression') return this.valueOf(node.expression, mostSteps)
    if (node.type !== 'Identifier') return node
    const declared = this.declarationOf(node)
    if (declared?.type === 'FunctionDeclaration') return declared.id?.name === node.name ? declared : node
    if (declared?.type !== 'VariableDeclaration' || !this.isAssignedOnce(node)) return node
    const one = declared.declarations.find(({ id }) => id.type === 'Identifier' && id.name === node.name)
    return one?.init ? this.valueOf(one.init, mostSteps - 1) : node
  }

  /** Whether one statement at most gives the variable its value. */
  isAssignedOnce(node: IdentifierNode): boolean {
    const owner = this.ownerOf(node)
    const declared = this.declarationOf(node)
    const isInitialised =
      declared?.type === 'VariableDeclaration' &&
      declared.declarations.some(({ id, init }) => init && id.type === 'Identifier' && id.name === node.name)
    return (this.#assignments.get(owner)?.get(node.name) ?? 0) + (isInitialised ? 1 : 0) <= 1
  }

  /** Names that can be seen from a node, its own declarations first. */
  namesAt(node: AnyNode): string[] {
    const names: string[] = []
    for (let scope: Scope | null | undefined = this.#places.get(node)?.scope; scope; scope = scope.parent)
      names.push(...scope.declarations.keys())
    return names
  }

  scopeOf(node: AnyNode): Scope | undefined {
    return this.#places.get(node)?.scope
  }
}

/** Whether the identifier is read or written as a variable, and is no name of a member, a label or a declaration. */
export function isVariable(node: IdentifierNode, parent: AnyNode | undefined): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node || parent.computed
    case 'Property':
      return parent.value === node || parent.computed
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return parent.computed || parent.value === node
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      return false
    default:
      return true
  }
}
