// Parses a query by the rules of Acornima, a port of acorn: strict JavaScript of 2023, with its texts and places of errors (26 §6.6).

import type * as Acorn from 'acorn'
import { inconvertibleAt } from '../../built-ins/objects/inconvertible.ts'
import type { Effort } from '../effort.ts'
import type { SyntaxTree } from '../syntax-tree.ts'
import type { Worded } from './messages.ts'
import { illegalToken, wordingOf } from './messages.ts'

/** The error for which the server refuses a text, in its words. */
export class SyntaxProblem {
  readonly message: string
  readonly offset: number

  constructor({ text, offset }: Worded) {
    this.message = text
    this.offset = offset
  }
}

type Node = Acorn.AnyNode

/** The parts of acorn's parser that plugins work with; stable, but not in its types. */
interface ParserInternals {
  readonly input: string
  readonly start: number
  readonly end: number
  readonly lastTokStart: number
  readonly lastTokEnd: number
  readonly type: Acorn.TokenType & { readonly postfix?: boolean }
  readonly value: unknown
  readonly strict: boolean
  readonly labels: readonly { readonly name?: string; readonly kind: string | null }[]
  readonly canAwait: boolean
  readonly regexpState: { readonly pos: number; readonly source: string; readonly flags: string } | null
  parse(): Acorn.Program
  eat(type: Acorn.TokenType): boolean
  expect(type: Acorn.TokenType): void
  raise(offset: number, message: string): never
  raiseRecoverable(offset: number, message: string): void
  unexpected(offset?: number): never
  semicolon(): void
  insertSemicolon(): boolean
  isContextual(name: string): boolean
  isAsyncFunction(): boolean
  parseStatement(context: string | null, ...rest: unknown[]): Node
  parseFunction(node: Node, statement: number, ...rest: unknown[]): Node
  parseVarId(declaration: Node, kind: string): void
  parseForAfterInit(node: Node, init: Extract<Node, { type: 'VariableDeclaration' }>, awaitAt: number): Node
  toAssignable(node: Node, isBinding?: boolean, errors?: unknown): Node
  readRegexp(): unknown
  checkPatternErrors(errors: { readonly trailingComma: number } | undefined, isAssign: boolean): void
}

/** @returns the tree, or the error for which the server refuses the text. */
export function parseAsAcornima(acorn: typeof Acorn, text: string, effort?: Effort): SyntaxTree | SyntaxProblem {
  Strict ??= strictParser(acorn)
  const tokens: Acorn.Token[] = []
  try {
    return { text, program: new Strict(optionsFor(acorn, tokens, effort), text).parse(), tokens }
  } catch (problem) {
    if (problem instanceof SyntaxProblem) return problem
    throw problem
  }
}

const optionsFor = (acorn: typeof Acorn, tokens: Acorn.Token[], effort: Effort | undefined): Acorn.Options => ({
  ...acorn.defaultOptions,
  ecmaVersion: 2023,
  allowHashBang: true,
  allowReturnOutsideFunction: true,
  preserveParens: true,
  onToken: (token) => {
    tokens.push(token)
    effort?.step()
  },
})

/** Made once: a class for each text would defeat the platform's optimisation of the parser. */
let Strict: ReturnType<typeof strictParser> | undefined

/** Acorn's flag for a function that hangs on `if` or a label. */
const hangingFunction = 2

const refuse = (text: string, offset: number): never => {
  throw new SyntaxProblem({ text, offset })
}

const strictParser = ({ Parser, tokTypes }: typeof Acorn) =>
  class extends (Parser as unknown as new (options: Acorn.Options, input: string) => ParserInternals) {
    /** How deep in a pattern a target is. */
    #depth = 0

    // ---- errors

    override raise(offset: number, message: string): never {
      const { input, start, strict } = this
      const state = { message, offset, text: input, start, lastStart: this.lastTokStart, lastEnd: this.lastTokEnd, strict }
      const expression = /^Invalid regular expression: \/[^]*\/: (.*)$/.exec(message)?.[1]
      if (expression !== undefined) return this.#refuseExpression(offset, expression)
      if (message.startsWith("'import' and 'export' may appear only") && this.type.keyword === 'import')
        return refuse('Cannot use import statement outside a module', offset)
      if (message.endsWith('regular expression flag')) return refuse('Invalid regular expression flags', this.#flagsAt(offset))
      if (/^Assigning to rvalue$|^Binding rvalue$|cannot appear in left-hand side$/.test(message))
        return this.#refuseTarget(offset, message)
      if (message.startsWith('Comma is not permitted')) return this.#refuseRest()
      if (/^Unsyntactic continue$/.test(message)) this.#checkLoopLabel(offset)
      const worded = wordingOf(state)
      return worded ? refuse(worded.text, worded.offset) : this.#refuseOther(offset, message)
    }

    override raiseRecoverable(offset: number, message: string): void {
      this.raise(offset, message)
    }

    /** Errors about the current token, and those whose texts are the same. */
    #refuseOther(offset: number, message: string): never {
      if (/^'import' and 'export'|^Logical expressions and coalesce/.test(message)) return this.unexpected()
      if (message.startsWith('The only valid meta property')) return refuse(`Unexpected identifier '${nameAt(this.input, offset)}'`, offset)
      if (message.startsWith('Private identifier can only')) return refuse(`Unexpected identifier '${nameAt(this.input, offset)}'`, offset)
      if (message === 'Rest elements cannot have a default value')
        return refuse('Invalid destructuring assignment target', this.input.lastIndexOf('...', offset))
      return refuse(message, offset)
    }

    override unexpected(offset?: number): never {
      const { input } = this
      if (offset === undefined || offset === this.start) {
        if (input.slice(this.lastTokStart, this.lastTokEnd) === 'super') return refuse("'super' keyword unexpected here", this.lastTokStart)
        return refuse(this.#tokenText(), this.start)
      }
      // Behind `**` stands what a unary operator would have to be kept from with parentheses.
      if (input.startsWith('**', offset)) {
        return refuse(
          'Unary operator used immediately before exponentiation expression. Parenthesis must be used to disambiguate operator precedence',
          offset,
        )
      }
      const name = nameAt(input, offset)
      return refuse(name === '' ? `Unexpected token '${markAt(input, offset)}'` : `Unexpected identifier '${name}'`, offset)
    }

    #tokenText(): string {
      const { type, value } = this
      if (type === tokTypes.eof) return 'Unexpected end of input'
      if (type === tokTypes.num) return 'Unexpected number'
      if (type === tokTypes.string) return 'Unexpected string'
      if (type === tokTypes.regexp) return 'Unexpected regular expression'
      if (type === tokTypes.backQuote) return 'Unexpected template string'
      if (type === tokTypes.template || type === tokTypes.invalidTemplate) return illegalToken
      if (type === tokTypes.name) return `Unexpected identifier '${String(value)}'`
      if (type === tokTypes.privateId) return `Unexpected identifier '#${String(value)}'`
      return `Unexpected token '${type.keyword ?? this.input.slice(this.start, this.end)}'`
    }

    // ---- targets of assignments

    override toAssignable(node: Node, isBinding?: boolean, errors?: unknown): Node {
      this.#depth++
      try {
        return super.toAssignable(node, isBinding, errors)
      } finally {
        this.#depth--
      }
    }

    #refuseTarget(offset: number, message: string): never {
      if (message === 'Binding rvalue') return refuse(unexpectedAt(this.input, offset), offset)
      const { type, input } = this
      if (this.#depth > 1) return refuse('Invalid destructuring assignment target', offset)
      if (/(?:\+\+|--)[\s(]*$/.test(input.slice(0, offset))) return refuse('Invalid left-hand side expression in prefix operation', offset)
      if (type.postfix) return refuse('Invalid left-hand side expression in postfix operation', offset)
      if (type.keyword === 'in' || this.isContextual('of')) return refuse('Invalid left-hand side in for-loop', offset)
      return refuse('Invalid left-hand side in assignment', offset)
    }

    /** A comma behind a rest element: the element is to blame. */
    #refuseRest(): never {
      const before = this.input.slice(0, this.start)
      const at = before.lastIndexOf('...')
      const open = Math.max(before.lastIndexOf('[', at), before.lastIndexOf('{', at))
      const text = before.lastIndexOf('(', at) > open ? 'Rest parameter must be last formal parameter' : 'Rest element must be last element'
      return refuse(text, at + 3 + /^\s*/.exec(before.slice(at + 3))![0].length)
    }

    override checkPatternErrors(errors: { readonly trailingComma: number } | undefined, isAssign: boolean): void {
      if (errors && errors.trailingComma > -1) refuse('Rest element must be last element', errors.trailingComma)
      super.checkPatternErrors(errors, isAssign)
    }

    // ---- statements

    override semicolon(): void {
      if (this.eat(tokTypes.semi) || this.insertSemicolon()) return
      if (this.input.slice(this.lastTokStart, this.lastTokEnd) === 'await' && !this.canAwait) {
        refuse('await is only valid in async functions and the top level bodies of modules', this.lastTokStart)
      }
      this.unexpected()
    }

    override expect(type: Acorn.TokenType): void {
      if (type === tokTypes.braceR && this.type !== type) {
        const open = this.input.lastIndexOf('${', this.lastTokStart)
        if (open >= 0) refuse('Missing } in template expression', open)
      }
      super.expect(type)
    }

    override parseStatement(context: string | null, ...rest: unknown[]): Node {
      if (context) {
        if (this.type.keyword === 'function' && (this.strict || (context !== 'if' && context !== 'label'))) {
          refuse(this.strict ? strictFunction : sloppyFunction, this.start)
        }
        if (this.isAsyncFunction()) refuse('Async functions can only be declared at the top level or inside a block', this.start)
      }
      return super.parseStatement(context, ...rest)
    }

    override parseFunction(node: Node, statement: number, ...rest: unknown[]): Node {
      if (this.type === tokTypes.star && statement & hangingFunction) {
        refuse('Generators can only be declared at the top level or inside a block', node.start)
      }
      return super.parseFunction(node, statement, ...rest)
    }

    override parseVarId(declaration: Node, kind: string): void {
      super.parseVarId(declaration, kind)
      const hasValue = this.type === tokTypes.eq || this.type.keyword === 'in' || this.isContextual('of')
      if (kind === 'const' && !hasValue) refuse('Missing initializer in const declaration', this.lastTokEnd)
    }

    override parseForAfterInit(node: Node, init: Extract<Node, { type: 'VariableDeclaration' }>, awaitAt: number): Node {
      const loop = this.type.keyword === 'in' ? 'for-in' : this.isContextual('of') ? 'for-of' : undefined
      if (loop && init.declarations.length > 1) refuse(`Invalid left-hand side in ${loop} loop: Must have a single binding`, init.start)
      return super.parseForAfterInit(node, init, awaitAt)
    }

    #checkLoopLabel(offset: number): void {
      const label = nameAt(this.input, offset + 'continue'.length + 1)
      if (this.labels.some(({ name }) => name === label)) refuse(`'${label}' does not denote an iteration statement`, offset)
    }

    // ---- regular expressions

    override readRegexp(): unknown {
      const start = this.start + 1
      const token = super.readRegexp()
      const { pattern, flags } = this.value as { readonly pattern: string; readonly flags: string }
      const found = inconvertibleAt(pattern, flags)
      if (found) refuse(`${cannotConvert}/${pattern}/${flags}: ${found.reason}`, start + found.index)
      return token
    }

    /** @param offset of the pattern. */
    #refuseExpression(offset: number, reason: string): never {
      const { pos, source, flags } = this.regexpState!
      return refuse(`Invalid regular expression: /${source}/${flags}: ${reason}`, offset + placeInPattern(reason, source, pos))
    }

    #flagsAt(offset: number): number {
      return offset + this.regexpState!.source.length + 1
    }
  }

const strictFunction = 'In strict mode code, functions can only be declared at top level or inside a block'
const sloppyFunction =
  'In non-strict mode code, functions can only be declared at top level, inside a block, or as the body of an if statement'
const cannotConvert = 'Cannot convert regular expression to an equivalent System.Text.RegularExpressions.Regex: '

/** @param position behind what our parser had read of the pattern. */
function placeInPattern(reason: string, pattern: string, position: number): number {
  if (reason.startsWith('Unterminated ')) return pattern.length
  if (reason === "Unmatched ')'" || reason === 'Lone quantifier brackets') return position - 1
  if (reason === 'Nothing to repeat') return pattern.slice(0, position).search(/(?:[*+?]|\{[\d,]*\})\??$/)
  if (reason === 'Invalid group') return Math.max(0, pattern.lastIndexOf('(', position))
  if (reason === 'Range out of order in character class') return Math.max(0, position - 3)
  return Math.max(0, position - 1)
}

const nameAt = (text: string, offset: number): string => /^#?[\p{ID_Start}$_][\p{ID_Continue}$]*/u.exec(text.slice(offset))?.[0] ?? ''

const markAt = (text: string, offset: number): string => (text.startsWith('...', offset) ? '...' : text.charAt(offset))

/** A token that may begin anything. */
function unexpectedAt(text: string, offset: number): string {
  const rest = text.slice(offset)
  if (/^\d/.test(rest)) return 'Unexpected number'
  if (/^["']/.test(rest)) return 'Unexpected string'
  const name = nameAt(text, offset)
  return name === '' ? `Unexpected token '${markAt(text, offset)}'` : `Unexpected identifier '${name}'`
}
