// Reads the public declarations of an entry as tsc prints them: each export with its signature, its comment and its members.

import { posix } from 'node:path'
import { parseSync } from 'vite'
import type { DocComment } from './doc-comment.ts'
import { readDocComment } from './doc-comment.ts'

/** Texts of declarations, by path below `src`, with `.ts` in place of `.d.ts`. */
export type Declarations = ReadonlyMap<string, string>

export type ExportKind = 'function' | 'class' | 'constant' | 'type'

export interface Member {
  /** As it is written, without its comment. */
  readonly signature: string
  readonly comment: DocComment
}

export interface Export {
  readonly name: string
  readonly kind: ExportKind
  /** As tsc prints it, without comments. */
  readonly signature: string
  readonly comment: DocComment
  /** Of an interface or a class; empty for others. */
  readonly members: readonly Member[]
}

export interface Entry {
  /** The first line of the entry's source. */
  readonly about: string
  readonly exports: readonly Export[]
  /** Files of other entries of which it exports everything. */
  readonly includes: readonly string[]
}

/** As much of a syntax tree as is read here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

interface Source {
  readonly text: string
  readonly body: readonly Node[]
  readonly comments: readonly { readonly start: number; readonly end: number; readonly value: string; readonly type: string }[]
}

export function readEntry(declarations: Declarations, file: string, about: string): Entry {
  const sources = new Map<string, Source>()
  const sourceOf = (path: string): Source => {
    const known = sources.get(path) ?? parse(declarations, path)
    sources.set(path, known)
    return known
  }
  const { body } = sourceOf(file)
  const exports: Export[] = []
  const includes: string[] = []
  for (const statement of body) {
    if (statement.type === 'ExportAllDeclaration') includes.push(pathFrom(file, statement))
    else if (statement.type === 'ExportNamedDeclaration') exports.push(...namedExports(sourceOf, file, statement))
    else if (statement.type === 'TSGlobalDeclaration' || statement.type === 'TSModuleDeclaration')
      exports.push(...globalsIn(sourceOf(file), statement))
  }
  return { about, exports, includes }
}

type SourceOf = (path: string) => Source

function parse(declarations: Declarations, path: string): Source {
  const text = declarations.get(path)
  if (text === undefined) throw new Error(`tsc has printed no declaration for ${path}.`)
  const { program, comments } = parseSync(path.replace(/(\.d)?\.ts$/, '.d.ts'), text, { lang: 'dts' })
  return { text, body: program.body as unknown as readonly Node[], comments }
}

const pathFrom = (file: string, { source }: Node): string => posix.join(posix.dirname(file), (source as { value: string }).value)

/** Of `export interface …` and `export { … } from …`. */
function namedExports(sourceOf: SourceOf, file: string, statement: Node): Export[] {
  const declaration = statement['declaration'] as Node | null
  if (declaration) return [describe(sourceOf(file), statement, declaration)]
  const specifiers = statement['specifiers'] as readonly { readonly local: NamedNode; readonly exported: NamedNode }[]
  const from = statement['source'] ? pathFrom(file, statement) : undefined
  return specifiers.map(({ local, exported }) => {
    const found = from === undefined ? importedOrOwn(sourceOf, file, local.name) : find(sourceOf, from, local.name)
    return { ...found, name: exported.name }
  })
}

interface NamedNode extends Node {
  readonly name: string
}

/** Follows re-exports to the declaration. */
function find(sourceOf: SourceOf, file: string, name: string): Export {
  const source = sourceOf(file)
  for (const statement of source.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue
    const declaration = statement['declaration'] as Node | null
    if (declaration && nameOf(declaration) === name) return describe(source, statement, declaration)
    const specifiers = (statement['specifiers'] ?? []) as readonly { readonly local: NamedNode; readonly exported: NamedNode }[]
    const specifier = specifiers.find(({ exported }) => exported.name === name)
    if (!specifier) continue
    const { local } = specifier
    return statement['source'] ? find(sourceOf, pathFrom(file, statement), local.name) : importedOrOwn(sourceOf, file, local.name)
  }
  throw new Error(`${file} exports no ${name}.`)
}

/** A name that a file exports without declaring it there. */
function importedOrOwn(sourceOf: SourceOf, file: string, name: string): Export {
  const source = sourceOf(file)
  for (const statement of source.body) {
    if (nameOf(statement) === name) return describe(source, statement, statement)
    if (statement.type !== 'ImportDeclaration') continue
    const specifiers = statement['specifiers'] as readonly { readonly local: NamedNode; readonly imported?: NamedNode }[]
    const specifier = specifiers.find(({ local }) => local.name === name)
    if (specifier) return find(sourceOf, pathFrom(file, statement), specifier.imported?.name ?? name)
  }
  throw new Error(`${file} knows no ${name}.`)
}

function nameOf(declaration: Node): string | undefined {
  const id = declaration['id'] as NamedNode | undefined
  if (id) return id.name
  return (declaration['declarations'] as readonly { readonly id: NamedNode }[] | undefined)?.[0]?.id.name
}

function describe(source: Source, outer: Node, declaration: Node): Export {
  const name = nameOf(declaration)
  if (name === undefined) throw new Error(`A declaration without a name: ${source.text.slice(outer.start, outer.end)}`)
  return {
    name,
    kind: kindOf(declaration),
    signature: withoutComments(source, outer).replace(/^export (?:declare )?/, ''),
    comment: commentBefore(source, outer.start),
    members: membersOf(source, declaration),
  }
}

const kinds: Readonly<Record<string, ExportKind>> = {
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  ClassDeclaration: 'class',
  VariableDeclaration: 'constant',
}

function kindOf(declaration: Node): ExportKind {
  const kind = kinds[declaration.type] ?? 'type'
  return kind === 'constant' && typeOfConstant(declaration)?.type === 'TSFunctionType' ? 'function' : kind
}

function typeOfConstant(declaration: Node): Node | undefined {
  const [first] = (declaration['declarations'] ?? []) as readonly {
    readonly id: { readonly typeAnnotation?: { readonly typeAnnotation: Node } }
  }[]
  return first?.id.typeAnnotation?.typeAnnotation
}

function membersOf(source: Source, declaration: Node): Member[] {
  return memberNodes(declaration).map((member) => ({
    signature: withoutComments(source, member).replace(/[;,]$/, ''),
    comment: commentBefore(source, member.start),
  }))
}

/** Of interfaces, classes, and constants that are objects; private members are left out, as users cannot reach them. */
function memberNodes(declaration: Node): readonly Node[] {
  const body = (declaration['body'] as { readonly body?: readonly Node[] } | null | undefined)?.body
  const members = body ?? (typeOfConstant(declaration)?.['members'] as readonly Node[] | undefined) ?? []
  return members.filter((member) => (member['key'] as Node | undefined)?.type !== 'PrivateIdentifier')
}

/** Functions that the query language has without an import. */
function globalsIn(source: Source, block: Node): Export[] {
  const { body = [] } = block['body'] as { readonly body?: readonly Node[] }
  return body.filter(({ type }) => kinds[type] === 'function').map((declaration) => describe(source, declaration, declaration))
}

/** The comment that stands directly before a place. */
function commentBefore({ text, comments }: Source, place: number): DocComment {
  const found = comments.findLast(({ end, type }) => type === 'Block' && end <= place && text.slice(end, place).trim() === '')
  return readDocComment(found?.value ?? '')
}

function withoutComments({ text, comments }: Source, { start, end }: Node): string {
  let rest = text.slice(start, end)
  for (const comment of comments.toReversed()) {
    if (comment.start < start || comment.end > end) continue
    // The line that it stood on goes with it.
    const before = rest.slice(0, comment.start - start).replace(/[ \t]*$/, '')
    rest = before + rest.slice(comment.end - start).replace(/^[ \t]*\n?/, '')
  }
  // Where a name comes from is the compiler's affair.
  return rest.replace(/import\(['"][^'"]+['"]\)\./g, '')
}
