// Parses the texts that the server accepts, some of which are no JavaScript, and lists the errors that it overlooked.

import type * as Acorn from 'acorn'
import type { Effort } from './effort.ts'
import type { SyntaxTree } from './syntax-tree.ts'

/** An overlooked error, to be mended before QuickJS gets the text. */
export type Overlooked =
  /** The text is missing where the stretch is empty, and belongs in its place otherwise. */
  | { readonly kind: 'misplaced'; readonly start: number; readonly end: number; readonly text: string }
  | { readonly kind: 'redeclared'; readonly name: string; readonly offset: number; readonly scope: 'top' | 'inner' }
  /** A class or a function where only a statement may stand. */
  | { readonly kind: 'bare-declaration'; readonly offset: number }
  | { readonly kind: 'strict-delete'; readonly offset: number }

/** An error that the parser could not overlook, with the parser's message. */
export class ParseProblem {
  readonly message: string
  readonly offset: number

  constructor(message: string, offset: number) {
    this.message = message
    this.offset = offset
  }
}

export interface ParsedQuery extends SyntaxTree {
  readonly overlooked: readonly Overlooked[]
}

/** The parts of acorn's parser that plugins work with; stable, but not in its types. */
interface ParserInternals {
  readonly input: string
  pos: number
  readonly start: number
  readonly end: number
  readonly lastTokStart: number
  readonly lastTokEnd: number
  readonly type: Acorn.TokenType
  readonly strict: boolean
  readonly scopeStack: readonly unknown[]
  parse(): Acorn.Program
  next(): void
  expect(type: Acorn.TokenType): void
  raise(offset: number, message: string): never
  raiseRecoverable(offset: number, message: string): void
  invalidStringToken(offset: number, message: string): void
  skipSpace(): void
  skipBlockComment(): void
  parseObj(isPattern: boolean, errors?: unknown): Acorn.AnyNode
  parsePropertyValue(property: { readonly key: Acorn.AnyNode; readonly computed: boolean }, ...rest: unknown[]): void
  canInsertSemicolon(): boolean
  parseExprList(close: Acorn.TokenType, ...rest: unknown[]): Acorn.AnyNode[]
  parseBindingList(...given: unknown[]): Acorn.AnyNode[]
  parseParenAndDistinguishExpression(...given: unknown[]): Acorn.AnyNode
  isContextual(name: string): boolean
  parseIfStatement(node: Acorn.AnyNode): Acorn.AnyNode
  parseWhileStatement(node: Acorn.AnyNode): Acorn.AnyNode
  parseForStatement(node: Acorn.AnyNode): Acorn.AnyNode
  parseVarId(declaration: Acorn.AnyNode, kind: string): void
  parseStatement(context: string | null, ...rest: unknown[]): Acorn.AnyNode
  toAssignable(node: Acorn.AnyNode, isBinding?: boolean, errors?: unknown): Acorn.AnyNode
  checkLValSimple(node: Acorn.AnyNode, bindingType?: number, clashes?: unknown): void
}

/** A list whose commas may be missing (`comma`), one that needs them (`strict`), or the head of an `if` or a loop (`head`). */
type List = 'comma' | 'strict' | 'head'

/** @returns the tree, or the error for which the server refuses the text too. */
export function parseTolerantly(acorn: typeof Acorn, text: string, effort?: Effort): ParsedQuery | ParseProblem {
  Tolerant ??= tolerantParser(acorn)
  const tokens: Acorn.Token[] = []
  try {
    const parser = new Tolerant(optionsFor(acorn, tokens, effort), text)
    return { text, program: parser.parse(), tokens, overlooked: parser.overlooked }
  } catch (problem) {
    if (problem instanceof ParseProblem) return problem
    throw problem
  }
}

const optionsFor = (acorn: typeof Acorn, tokens: Acorn.Token[], effort: Effort | undefined): Acorn.Options => ({
  ...acorn.defaultOptions,
  ecmaVersion: 2024,
  allowHashBang: true,
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: true,
  preserveParens: true,
  onToken: (token) => {
    tokens.push(token)
    effort?.step()
  },
})

const late = /^'with' in strict mode$|^Missing catch or finally clause$|^Label '.*' is already declared$/
const jumpWithLabel = /^\w+[^\S\r\n\u2028\u2029]+[\p{ID_Start}$_]/u
const leftHandSides = new Set(['Identifier', 'MemberExpression', 'ObjectPattern', 'ArrayPattern', 'ObjectExpression', 'ArrayExpression'])

/** Made once: a class for each text would defeat the platform's optimisation of the parser. */
let Tolerant: ReturnType<typeof tolerantParser> | undefined

const tolerantParser = ({ Parser, tokTypes }: typeof Acorn) =>
  class extends (Parser as unknown as new (options: Acorn.Options, input: string) => ParserInternals) {
    readonly overlooked: Overlooked[] = []
    /** The kind of list at each level. */
    readonly lists: List[] = []
    /** Start of the statement behind an unclosed head. */
    bodyless = -1

    replace(start: number, end: number, text: string): void {
      this.overlooked.push({ kind: 'misplaced', start, end, text })
    }

    // ---- errors: notes those that the server overlooks, and moves others to the places where it reports them

    override raise(offset: number, message: string): never {
      if (message.startsWith('Complex binding patterns')) throw new ParseProblem('Unexpected token', this.start)
      throw new ParseProblem(message, this.isLate(offset, message) ? this.lastTokEnd - 1 : offset)
    }

    /** Whether the server reports the line it has read up to, not the one where the error begins. */
    isLate(offset: number, message: string): boolean {
      if (message.startsWith('Unsyntactic')) return !jumpWithLabel.test(this.input.slice(offset))
      return late.test(message)
    }

    override raiseRecoverable(offset: number, message: string): void {
      const mark = this.tolerated(offset, message)
      if (!mark) this.raise(message === 'Multiple default clauses' ? this.start : offset, message)
      this.overlooked.push(mark)
    }

    tolerated(offset: number, message: string): Overlooked | undefined {
      const redeclared = /^Identifier '(.*)' has already been declared$/.exec(message)?.[1]
      if (redeclared?.startsWith('#')) {
        return { kind: 'misplaced', start: offset, end: offset + redeclared.length, text: `${redeclared}$${offset}` }
      }
      if (redeclared !== undefined) {
        return { kind: 'redeclared', name: redeclared, offset, scope: this.scopeStack.length === 1 ? 'top' : 'inner' }
      }
      if (message === 'Deleting local variable in strict mode') return { kind: 'strict-delete', offset }
      if (message === 'Numeric separator is not allowed in legacy octal numeric literals') {
        return { kind: 'misplaced', start: offset, end: offset + 1, text: '' }
      }
      if (message === 'Comma is not permitted after the rest element' && this.type === tokTypes.eq) return blank(offset, offset + 1)
      // The passes find these themselves.
      const found = ['getter should have no params', "'new.target' can only be used in functions and class static block"]
      const isEmptySetter = message === 'setter should have exactly one param' && /^\s*\(\s*\)/.test(this.input.slice(offset))
      return found.includes(message) || isEmptySetter ? blank(offset, offset) : undefined
    }

    // ---- lists: members of objects and arguments of calls may lack commas, and any token closes the head of a statement, which it ends

    within<Result>(kind: List, parse: () => Result): Result {
      this.lists.push(kind)
      try {
        return parse()
      } finally {
        this.lists.pop()
      }
    }

    override expect(type: Acorn.TokenType): void {
      if (type === tokTypes.parenR && this.lists.at(-1) === 'head') return this.endHead()
      if (type === tokTypes.braceR && this.type !== type) this.raise(this.lastTokEnd - 1, 'Unexpected character in a template')
      const isSeparator = type === tokTypes.comma && this.type !== tokTypes.comma && this.lists.at(-1) === 'comma'
      if (!isSeparator) return super.expect(type)
      if (this.type !== tokTypes.semi) return this.replace(this.lastTokEnd, this.lastTokEnd, ',')
      this.replace(this.start, this.start + 1, ',')
      this.next()
    }

    override parseObj(isPattern: boolean, errors?: unknown): Acorn.AnyNode {
      return this.within(isPattern ? 'strict' : 'comma', () => super.parseObj(isPattern, errors))
    }

    /** A keyword may be the name of a member: the server reports the token that follows instead. */
    override parsePropertyValue(property: Parameters<ParserInternals['parsePropertyValue']>[0], ...rest: unknown[]): void {
      const { key, computed } = property
      const isShorthand = !computed && key.type === 'Identifier' && this.type !== tokTypes.colon && this.type !== tokTypes.parenL
      if (isShorthand && (Object.hasOwn(tokTypes, `_${key.name}`) || /^(?:enum|let|yield)$/.test(key.name))) {
        this.raise(this.start, 'Unexpected token')
      }
      super.parsePropertyValue(property, ...rest)
    }

    override parseExprList(close: Acorn.TokenType, ...rest: unknown[]): Acorn.AnyNode[] {
      return this.within(close === tokTypes.parenR ? 'comma' : 'strict', () => super.parseExprList(close, ...rest))
    }

    override parseBindingList(...given: unknown[]): Acorn.AnyNode[] {
      return this.within('strict', () => super.parseBindingList(...given))
    }

    /** Only an arrow may follow empty parentheses: the server reports the token that follows instead. */
    override parseParenAndDistinguishExpression(...given: unknown[]): Acorn.AnyNode {
      try {
        return this.within('strict', () => super.parseParenAndDistinguishExpression(...given))
      } catch (problem) {
        const isAtBracket = problem instanceof ParseProblem && problem.offset === this.lastTokStart && this.input[problem.offset] === ')'
        throw isAtBracket ? new ParseProblem('Unexpected token', this.start) : problem
      }
    }

    override parseIfStatement(node: Acorn.AnyNode): Acorn.AnyNode {
      return this.within('head', () => super.parseIfStatement(node))
    }

    override parseWhileStatement(node: Acorn.AnyNode): Acorn.AnyNode {
      return this.within('head', () => super.parseWhileStatement(node))
    }

    override parseForStatement(node: Acorn.AnyNode): Acorn.AnyNode {
      return this.within('head', () => super.parseForStatement(node))
    }

    endHead(): void {
      this.lists[this.lists.length - 1] = 'strict'
      if (this.type === tokTypes.parenR) return this.next()
      this.replace(this.start, this.end, ');')
      this.next()
      this.bodyless = this.start
    }

    // ---- statements: declarations may stand where only statements may

    override parseStatement(context: string | null, ...rest: unknown[]): Acorn.AnyNode {
      if (this.bodyless >= 0) {
        this.bodyless = -1
        return { type: 'EmptyStatement', start: this.lastTokEnd, end: this.lastTokEnd }
      }
      const isFunction = this.type.keyword === 'function' && !this.strict && context !== 'if' && context !== 'label'
      if (!context || !(isFunction || this.type.keyword === 'class')) return super.parseStatement(context, ...rest)
      this.overlooked.push({ kind: 'bare-declaration', offset: this.start })
      return super.parseStatement(null, ...rest)
    }

    override parseVarId(declaration: Acorn.AnyNode, kind: string): void {
      super.parseVarId(declaration, kind)
      const hasValue = this.type === tokTypes.eq || this.type.keyword === 'in' || this.isContextual('of')
      if (kind === 'const' && !hasValue) this.raise(this.lastTokEnd, 'Missing initializer in const declaration')
    }

    /** Invalid targets of assignments fail at run time, except for the result of `++` in front of another one. */
    override toAssignable(node: Acorn.AnyNode, isBinding?: boolean, errors?: unknown): Acorn.AnyNode {
      return isBinding || isTarget(node) ? super.toAssignable(node, isBinding, errors) : node
    }

    override checkLValSimple(node: Acorn.AnyNode, bindingType?: number, clashes?: unknown): void {
      const isUpdated = node.type === 'UpdateExpression' && this.type === tokTypes.incDec && !this.canInsertSemicolon()
      if (isUpdated) this.raise(this.start, 'Unexpected token')
      if (bindingType || isTarget(node)) super.checkLValSimple(node, bindingType, clashes)
    }

    // ---- comments, escapes and decorators

    override skipBlockComment(): void {
      if (this.input.includes('*/', this.pos + 2)) return super.skipBlockComment()
      this.replace(this.input.length, this.input.length, '*/')
      this.pos = this.input.length
    }

    override invalidStringToken(offset: number, message: string): void {
      if (message !== 'Octal literal in strict mode') return super.invalidStringToken(offset, message)
      const code = Number.parseInt(this.input.slice(offset + 1, this.pos), 8)
      this.replace(offset, this.pos, `\\x${code.toString(16).padStart(2, '0')}`)
    }

    /** Decorators have no effect. */
    override skipSpace(): void {
      super.skipSpace()
      const decorator = /@[\w$.]+(?:\([^()]*\))?/y
      decorator.lastIndex = this.pos
      if (!decorator.test(this.input)) return
      this.overlooked.push(blank(this.pos, decorator.lastIndex))
      this.pos = decorator.lastIndex
      this.skipSpace()
    }
  }

const blank = (start: number, end: number): Overlooked => ({ kind: 'misplaced', start, end, text: ' '.repeat(end - start) })

/** Only plain values are overlooked; the parser handles patterns and their parts. */
const isTarget = (node: Acorn.AnyNode): boolean =>
  leftHandSides.has(node.type) || !/Expression$|^Literal$|^TemplateLiteral$/.test(node.type) || node.type === 'AssignmentExpression'
