// Reads a projection from a file: its query, and in the comment at its beginning what the projection is called and how it runs.

import { closestWord } from '../../../base/closest-word.ts'

/** A projection that a store is to have. */
export interface StoreProjection {
  readonly name: string
  /** The text of the query. */
  readonly query: string
  /** Default: `continuous`. */
  readonly mode?: 'continuous' | 'one-time'
  /** Whether it may emit. Default: true for continuous projections, otherwise false. */
  readonly emit?: boolean
  /** Whether the names of streams that it emits to are recorded. Default: false. */
  readonly track?: boolean
  /** Of one-time projections; continuous ones always have checkpoints. Default: whether it may emit. */
  readonly checkpoints?: boolean
  /** The server's engine that runs it; 2 is the second one of KurrentDB 26. Default: 1. */
  readonly engine?: 1 | 2
  /** Path of its file, for messages. Default: its name. */
  readonly file?: string
}

/** The same with nothing left open. */
export type ProjectionFile = Required<StoreProjection>

export function withDefaults({
  name,
  query,
  mode = 'continuous',
  file = name,
  track = false,
  engine = 1,
  ...given
}: StoreProjection): ProjectionFile {
  const emit = given.emit ?? mode === 'continuous'
  // What emits needs them.
  return { file, name, query, mode, emit, track, checkpoints: mode === 'continuous' || (given.checkpoints ?? emit), engine }
}

export type ReadProjectionFile =
  { readonly kind: 'projection'; readonly projection: ProjectionFile } | { readonly kind: 'problem'; readonly message: string }

const flags: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false }

/** Tags of the comment by name, with their values. */
const allowed: Readonly<Record<string, readonly string[] | undefined>> = {
  name: undefined,
  mode: ['continuous', 'onetime'],
  emit: Object.keys(flags),
  track: Object.keys(flags),
  checkpoints: Object.keys(flags),
  engine: ['1', '2'],
}

/**
 * The comment's lines begin with a tag: `// @name totals`, `// @mode onetime`, `// @emit no`, `// @track yes`, `// @checkpoints yes`,
 * `// @engine 2`. Default: the file's name without its ending, continuous, allowed to emit where it is continuous, the first engine.
 *
 * @param file the path, with slashes.
 */
export function readProjectionFile(file: string, query: string): ReadProjectionFile {
  const tags = new Map<string, string>()
  for (const [, tag = '', value = ''] of headOf(query).matchAll(/^[\s/*]*@(\w[\w-]*)[ \t]*(.*?)\s*(?:\*\/)?$/gm)) {
    if (tag.startsWith('ts-')) continue
    const problem = problemOf(tag, value, tags)
    if (problem !== undefined) return { kind: 'problem', message: `${file}: ${problem}` }
    tags.set(tag, value)
  }
  const base = file.split('/').at(-1)!
  const name = tags.get('name') ?? base.replace(/\.[^.]*$/, '')
  if (name.startsWith('$')) return { kind: 'problem', message: `${file}: "${name}" is a name of the system's projections.` }
  const flag = (tag: string): boolean | undefined => flags[tags.get(tag) ?? '']
  const projection = withDefaults({
    file,
    name,
    query,
    mode: tags.get('mode') === 'onetime' ? 'one-time' : 'continuous',
    emit: flag('emit'),
    track: flag('track'),
    checkpoints: flag('checkpoints'),
    engine: tags.get('engine') === '2' ? 2 : 1,
  })
  return { kind: 'projection', projection }
}

export interface ReadProjectionFiles {
  /** Those of which nothing is wrong, in the order of their names. */
  readonly projections: readonly ProjectionFile[]
  /** What is wrong with the others: a line for each file. */
  readonly problems: readonly string[]
}

/** @param files texts by path. Of two files with one name neither is taken: nobody can tell which is meant. */
export function readProjectionFiles(files: Readonly<Record<string, string>>): ReadProjectionFiles {
  const read = Object.entries(files).map(([file, text]) => readProjectionFile(file, text))
  const problems = read.flatMap((one) => (one.kind === 'problem' ? [one.message] : []))
  const found = read.flatMap((one) => (one.kind === 'projection' ? [one.projection] : []))
  const projections: ProjectionFile[] = []
  for (const [name, [first, ...others]] of Map.groupBy(found, (projection) => projection.name)) {
    if (others.length === 0) projections.push(first!)
    for (const { file } of others) problems.push(`${file}: "${name}" is the name of the projection in ${first!.file} too.`)
  }
  return { projections: projections.sort((one, other) => (one.name < other.name ? -1 : 1)), problems }
}

/** The comments and blanks in front of the code. */
const headOf = (text: string): string => /^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/.exec(text)![0]

function problemOf(tag: string, value: string, known: ReadonlyMap<string, string>): string | undefined {
  const values = allowed[tag]
  if (!Object.hasOwn(allowed, tag)) {
    const instead = closestWord(tag, Object.keys(allowed))
    return `there is no @${tag}.${instead === undefined ? ` Known are ${Object.keys(allowed).join(', ')}.` : ` Did you mean @${instead}?`}`
  }
  if (known.has(tag)) return `@${tag} stands twice.`
  if (value === '') return `@${tag} needs a value.`
  return values && !values.includes(value) ? `@${tag} takes ${values.join(', ')}, not "${value}".` : undefined
}
