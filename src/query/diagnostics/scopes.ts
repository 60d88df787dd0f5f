// Resolves the names of a query: which declaration an identifier stands for, and which names nothing declares.

import type { Scope } from 'periscopic'
import { analyze } from 'periscopic'
import type { AnyNode, SyntaxTree } from '../dialect/source/syntax-tree.ts'
import { walk } from '../dialect/source/syntax-tree.ts'

export type IdentifierNode = Extract<AnyNode, { type: 'Identifier' }>

type Program = SyntaxTree['program']

export class Scopes {
  /** Names that code assigns to without a declaration, or as members of the global object. */
  readonly implicitGlobals: ReadonlySet<string>
  readonly #root: Scope
  readonly #scopeOf = new Map<AnyNode, Scope>()
  readonly #parents = new Map<AnyNode, AnyNode | undefined>()

  constructor(program: Program) {
    const { map, scope: root } = analyze(program as never)
    this.#root = root
    const implicit = new Set<string>()
    walk(program, (node, ancestors) => {
      const parent = ancestors.at(-1)
      this.#parents.set(node, parent)
      // A function's parameters belong to its own scope, its name to the one around it.
      const own = map.get(node as never)
      const around = parent === undefined ? root : this.#scopeOf.get(parent)!
      this.#scopeOf.set(node, own ?? around)
    })
    walk(program, (node) => {
      if (node.type !== 'AssignmentExpression') return
      const { left } = node
      if (left.type === 'Identifier' && !this.isDeclared(left)) implicit.add(left.name)
      if (left.type !== 'MemberExpression' || left.computed || left.property.type !== 'Identifier') return
      const isGlobal = left.object.type === 'ThisExpression' || (left.object.type === 'Identifier' && left.object.name === 'globalThis')
      if (isGlobal) implicit.add(left.property.name)
    })
    this.implicitGlobals = implicit
  }

  parentOf(node: AnyNode): AnyNode | undefined {
    return this.#parents.get(node)
  }

  ancestorsOf(node: AnyNode): AnyNode[] {
    const found: AnyNode[] = []
    for (let at = this.parentOf(node); at; at = this.parentOf(at)) found.push(at)
    return found
  }

  /** @returns the scope that declares the name; undefined for a global. */
  ownerOf(node: IdentifierNode): Scope | undefined {
    return this.#scopeOf.get(node)?.find_owner(node.name) ?? undefined
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

  /** Names that can be seen from a node, its own declarations first. */
  namesAt(node: AnyNode): string[] {
    const names: string[] = []
    for (let scope: Scope | null | undefined = this.#scopeOf.get(node); scope; scope = scope.parent)
      names.push(...scope.declarations.keys())
    return names
  }

  scopeOf(node: AnyNode): Scope | undefined {
    return this.#scopeOf.get(node)
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
