// Parses a command line into a command, or into a problem to report.

import { parseArgs } from 'node:util'
import type {
  CommandName,
  check,
  compare,
  dryRun,
  diff,
  exportEvents,
  importEvents,
  init,
  mcp,
  profile,
  pull,
  record,
  run,
  serve,
  testDocs,
  types,
} from './declarations/commands.ts'
import { commandNames, declarationOf, declarations } from './declarations/commands.ts'
import type { Declaration, Options, Values } from './declarations/options.ts'
import type { ProjectionChange } from '../engine/observe/dry-run.ts'
import { closestWord } from '../base/closest-word.ts'
import { factsOf } from '../base/release/releases.ts'
import type { Credentials } from './remote/credentials.ts'
import { chooseCredentials } from './remote/credentials.ts'
import { translate } from './declarations/translate.ts'

export interface ServeCommand extends Values<typeof serve.options> {
  readonly kind: 'serve'
  /** What was given and has no effect. */
  readonly notes: readonly string[]
}

export interface RunCommand extends Values<typeof run.options> {
  readonly kind: 'run'
  /** File of the query. */
  readonly query: string
  /** File; undefined reads standard input. */
  readonly events: string | undefined
}

export interface CheckCommand extends Omit<Values<typeof check.options>, 'json' | 'sarif' | 'events' | 'db' | 'from' | 'user'> {
  readonly kind: 'check'
  /** Files and folders; none where the projections of the source are meant. */
  readonly paths: readonly string[]
  readonly format: 'text' | 'json' | 'sarif'
  /** Undefined: no events are at hand. */
  readonly source: EventsSource | undefined
}

/** Where a command finds its events. */
export type EventsSource =
  /** Undefined reads standard input. */
  | { readonly kind: 'file'; readonly file: string | undefined }
  | { readonly kind: 'db'; readonly folder: string }
  /** The URL has no credentials. */
  | { readonly kind: 'server'; readonly url: URL; readonly user: Credentials | undefined }

export interface CompareCommand extends Pick<Values<typeof compare.options>, 'release' | 'engine' | 'isJson'> {
  readonly kind: 'compare'
  /** Two files. */
  readonly queries: readonly [string, string]
  readonly source: EventsSource
}

export interface ProfileCommand extends Pick<Values<typeof profile.options>, 'release' | 'engine' | 'lcov' | 'isJson'> {
  readonly kind: 'profile'
  /** A file. */
  readonly query: string
  readonly source: EventsSource
}

export interface McpCommand extends Pick<Values<typeof mcp.options>, 'release'> {
  readonly kind: 'mcp'
  /** Undefined: an empty store in memory. */
  readonly source: EventsSource | undefined
}

export interface DryRunCommand extends Pick<Values<typeof dryRun.options>, 'isJson'> {
  readonly kind: 'dry-run'
  readonly projection: string
  /** A query is the path of its file. */
  readonly change: ProjectionChange
  readonly source: Exclude<EventsSource, { kind: 'file' }>
}

export interface TypesCommand extends Pick<Values<typeof types.options>, 'isJson'> {
  readonly kind: 'types'
  readonly source: EventsSource
}

export interface TestDocsCommand extends Values<typeof testDocs.options> {
  readonly kind: 'test-docs'
  /** Files, folders and patterns; at least one. */
  readonly patterns: readonly string[]
}

export interface ImportCommand extends Values<typeof importEvents.options> {
  readonly kind: 'import'
  /** Undefined reads standard input. */
  readonly file: string | undefined
}

export interface ExportCommand extends Values<typeof exportEvents.options> {
  readonly kind: 'export'
  /** Undefined writes to standard output. */
  readonly file: string | undefined
}

export interface TransferCommand extends Omit<Values<typeof pull.options>, 'user'> {
  readonly kind: 'pull' | 'push'
  /** Without credentials. */
  readonly url: URL
  /** Undefined sends no credentials. */
  readonly user: Credentials | undefined
}

export interface PushProjectionsCommand {
  readonly kind: 'push-projections'
  /** Without credentials. */
  readonly url: URL
  readonly user: Credentials | undefined
  readonly folder: string
  /** Whether only the plan is wanted. */
  readonly check: boolean
  readonly isJson: boolean
}

/** One of the stores that `diff` compares. */
export type DiffSide =
  /** The URL has no credentials. */
  | { readonly kind: 'server'; readonly url: URL; readonly user: Credentials | undefined }
  | { readonly kind: 'db'; readonly folder: string; readonly user: Credentials | undefined }

export interface DiffCommand extends Pick<Values<typeof diff.options>, 'recording' | 'insecure' | 'isJson'> {
  readonly kind: 'diff'
  readonly from: Extract<DiffSide, { kind: 'server' }>
  readonly to: DiffSide
}

export interface RecordCommand extends Values<typeof record.options> {
  readonly kind: 'record'
  /** Of the server, without credentials. */
  readonly url: URL
  /** Those of the URL; undefined leaves requests as they are. */
  readonly user: Credentials | undefined
}

export interface InitCommand extends Values<typeof init.options> {
  readonly kind: 'init'
  /** Folder of the application's public files, for the worker script alone; undefined sets up what the application is made with. */
  readonly folder: string | undefined
}

export type CliCommand =
  | ServeCommand
  | RunCommand
  | CheckCommand
  | CompareCommand
  | ProfileCommand
  | McpCommand
  | DryRunCommand
  | TypesCommand
  | TestDocsCommand
  | ImportCommand
  | ExportCommand
  | TransferCommand
  | PushProjectionsCommand
  | DiffCommand
  | RecordCommand
  | InitCommand
  | { readonly kind: 'help'; readonly of: CommandName | undefined }
  | { readonly kind: 'version' }
  | Problem

interface Problem {
  readonly kind: 'problem'
  readonly message: string
  readonly of: CommandName | undefined
}

/** The environment variables that commands read: RILLBOX_USER, and for `serve` those of the server's options. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/**
 * @param given the arguments, without interpreter and script.
 * @param file content of the server's configuration file, for `serve`; undefined without one.
 */
export function readArguments(
  given: readonly string[],
  environment: EnvironmentVariables = {},
  file?: Readonly<Record<string, unknown>>,
): CliCommand {
  const [name, ...rest] = given
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return helpFor(rest[0])
  if (name === 'version' || name === '--version' || name === '-v') return { kind: 'version' }
  if (!isCommand(name)) return { kind: 'problem', message: `There is no command "${name}".`, of: undefined }
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', of: name }
  return name === 'serve' ? readServe(rest, environment, file) : readers[name](rest, environment)
}

const isCommand = (name: string): name is CommandName => (commandNames as readonly string[]).includes(name)

const helpFor = (name: string | undefined): CliCommand => ({ kind: 'help', of: name !== undefined && isCommand(name) ? name : undefined })

const readers: Readonly<
  Record<Exclude<CommandName, 'serve'>, (given: readonly string[], environment: EnvironmentVariables) => CliCommand>
> = {
  run: readRun,
  check: readCheck,
  compare: readCompare,
  profile: readProfile,
  mcp: readMcp,
  'dry-run': readDryRun,
  types: readTypes,
  'test-docs': readTestDocs,
  import: readImport,
  export: readExport,
  pull: readPull,
  push: readPush,
  diff: readDiff,
  record: readRecord,
  init: readInit,
}

const namesOf = (isFlag: boolean): ReadonlySet<string> =>
  new Set(Object.values(declarations.serve.options).flatMap(({ name, takes }) => ((takes === undefined) === isFlag ? [name] : [])))

function readServe(
  given: readonly string[],
  environment: EnvironmentVariables,
  file: Readonly<Record<string, unknown>> | undefined,
): CliCommand {
  const translated = translate({ args: given, variables: environment, file, valued: namesOf(false), flags: namesOf(true) })
  if (translated.kind === 'problem') return problem('serve', translated.message)
  const read = parse('serve', declarations.serve, translated.args)
  if (read.kind === 'problem') return read
  const { cert, devCert, watch, projections } = read.values
  if (watch && projections === undefined) return problem('serve', '--watch belongs to --projections.')
  if (cert !== undefined && devCert !== undefined) return problem('serve', '--dev-cert makes a certificate: give it, or --cert and --key.')
  return { kind: 'serve', ...read.values, notes: translated.notes }
}

function readRun(given: readonly string[]): CliCommand {
  const read = parse('run', declarations.run, given)
  if (read.kind === 'problem') return read
  const [query] = read.operands
  if (query === undefined) return problem('run', 'Which query? Give a file.')
  return engineProblem('run', read.values) ?? { kind: 'run', query, ...read.values, events: fileOf(read.values.events) }
}

function readCheck(given: readonly string[], environment: EnvironmentVariables): CliCommand {
  const read = parse('check', declarations.check, given)
  if (read.kind === 'problem') return read
  const { json, sarif, events, db, from, user, ...values } = read.values
  const sources = [events, db, from].filter((one) => one !== undefined)
  if (sources.length > 1) return problem('check', 'Give one of --events, --db and --from.')
  if (read.operands.length === 0 && db === undefined && from === undefined)
    return problem('check', 'Which queries? Give files or folders, or a store with --db or --from.')
  const source = sources.length === 0 ? undefined : readEventsSource('check', { events, db, from, user }, environment)
  if (source?.kind === 'problem') return source
  const format = json ? 'json' : sarif ? 'sarif' : 'text'
  return engineProblem('check', values) ?? { kind: 'check', paths: read.operands, ...values, source, format }
}

function engineProblem(of: CommandName, { release, engine }: Values<Pick<typeof run.options, 'release' | 'engine'>>): Problem | undefined {
  const isMissing = engine === 2 && !factsOf(release).projections.hasEngine2
  return isMissing ? problem(of, `Release ${release} has no second engine.`) : undefined
}

function readCompare(given: readonly string[], environment: EnvironmentVariables): CliCommand {
  const read = parse('compare', declarations.compare, given)
  if (read.kind === 'problem') return read
  const [one, other] = read.operands
  if (one === undefined || other === undefined) return problem('compare', 'Which queries? Give two files.')
  const { release, engine, isJson } = read.values
  const refused = engineProblem('compare', read.values)
  if (refused) return refused
  const source = readEventsSource('compare', read.values, environment)
  return source.kind === 'problem' ? source : { kind: 'compare', queries: [one, other], source, release, engine, isJson }
}

function readProfile(given: readonly string[], environment: EnvironmentVariables): CliCommand {
  const read = parse('profile', declarations.profile, given)
  if (read.kind === 'problem') return read
  const [query] = read.operands
  if (query === undefined) return problem('profile', 'Which query? Give a file.')
  const { release, engine, lcov, isJson } = read.values
  const refused = engineProblem('profile', read.values)
  if (refused) return refused
  const source = readEventsSource('profile', read.values, environment)
  return source.kind === 'problem' ? source : { kind: 'profile', query, source, release, engine, lcov, isJson }
}

function readMcp(given: readonly string[], environment: EnvironmentVariables): CliCommand {
  const read = parse('mcp', declarations.mcp, given)
  if (read.kind === 'problem') return read
  const { events, db, from, user, release } = read.values
  if (fileOf(events) === undefined && db === undefined && from === undefined)
    return events === undefined
      ? { kind: 'mcp', source: undefined, release }
      : problem('mcp', 'Standard input belongs to the assistant: give a file of events.')
  const source = readEventsSource('mcp', { events, db, from, user }, environment)
  return source.kind === 'problem' ? source : { kind: 'mcp', source, release }
}

const changes = ['reset', 'delete', 'query']

function readDryRun(given: readonly string[], environment: EnvironmentVariables): CliCommand {
  const read = parse('dry-run', declarations['dry-run'], given)
  if (read.kind === 'problem') return read
  const [kind = '', projection, file] = read.operands
  const { db, from, user, emitted, state, checkpoint, resets, emit, isJson } = read.values
  if (!changes.includes(kind)) return problem('dry-run', 'Which change? Give reset, delete or query.')
  if (projection === undefined) return problem('dry-run', 'Which projection? Give its name.')
  if ((file === undefined) === (kind === 'query'))
    return problem('dry-run', kind === 'query' ? 'Which query? Give a file.' : `"${file}" is one argument too many.`)
  if ((emitted || state || checkpoint) && kind !== 'delete')
    return problem('dry-run', '--emitted, --state and --checkpoint belong to delete.')
  if ((resets || emit !== undefined) && kind !== 'query') return problem('dry-run', '--resets and --emit belong to query.')
  if (db === undefined && from === undefined) return problem('dry-run', 'Which store? Give its folder with --db, or its URL with --from.')
  const source = db === undefined ? readServer('dry-run', from!, user, environment) : ({ kind: 'db', folder: db } as const)
  if (source.kind === 'problem') return source
  const flags = { deleteEmittedStreams: emitted, deleteStateStream: state, deleteCheckpointStream: checkpoint }
  const change =
    kind === 'delete' ? { kind, ...flags } : kind === 'query' ? { kind, query: file!, emit, resets } : ({ kind: 'reset' } as const)
  return { kind: 'dry-run', projection, change: change as ProjectionChange, source, isJson }
}

function readTypes(given: readonly string[], environment: EnvironmentVariables): CliCommand {
  const read = parse('types', declarations.types, given)
  if (read.kind === 'problem') return read
  const source = readEventsSource('types', read.values, environment)
  return source.kind === 'problem' ? source : { kind: 'types', source, isJson: read.values.isJson }
}

/** A file, a folder or a server; without any, standard input. */
function readEventsSource(
  of: CommandName,
  { events, db, from, user }: Omit<Values<typeof types.options>, 'isJson'>,
  environment: EnvironmentVariables,
): EventsSource | Problem {
  if (db !== undefined) return { kind: 'db', folder: db }
  return from === undefined ? { kind: 'file', file: fileOf(events) } : readServer(of, from, user, environment)
}

function readTestDocs(given: readonly string[]): CliCommand {
  const read = parse('test-docs', declarations['test-docs'], given)
  if (read.kind === 'problem') return read
  if (read.operands.length === 0) return problem('test-docs', "Which documents? Give files, folders, or a pattern such as 'docs/**/*.md'.")
  return { kind: 'test-docs', patterns: read.operands, ...read.values }
}

function readImport(given: readonly string[]): CliCommand {
  const read = parse('import', declarations.import, given)
  return read.kind === 'problem' ? read : { kind: 'import', ...read.values, file: fileOf(read.operands[0]) }
}

function readExport(given: readonly string[]): CliCommand {
  const read = parse('export', declarations.export, given)
  return read.kind === 'problem' ? read : { kind: 'export', ...read.values, file: fileOf(read.operands[0]) }
}

function readPull(given: readonly string[], environment: EnvironmentVariables): CliCommand {
  const read = parse('pull', declarations.pull, given)
  if (read.kind === 'problem') return read
  const { user: option, ...values } = read.values
  const server = readDestination('pull', read.operands, option, environment)
  return server.kind === 'problem' ? server : { ...values, kind: 'pull', url: server.url, user: server.user }
}

function readPush(given: readonly string[], environment: EnvironmentVariables): CliCommand {
  const read = parse('push', declarations.push, given)
  if (read.kind === 'problem') return read
  const { user: option, db, projections: folder, check: isCheck, isJson, emitted } = read.values
  const server = readDestination('push', read.operands, option, environment)
  if (server.kind === 'problem') return server
  const { url, user } = server
  if (folder !== undefined && emitted) return problem('push', '--emitted belongs to --db.')
  if (folder !== undefined) return { kind: 'push-projections', url, user, folder, check: isCheck, isJson }
  if (isCheck) return problem('push', '--check belongs to --projections.')
  if (db === undefined) return problem('push', 'What? Give the folder of a store with --db, or of projections with --projections.')
  return { kind: 'push', url, user, db, emitted, isJson }
}

function readDestination(of: CommandName, [address]: readonly string[], option: string | undefined, environment: EnvironmentVariables) {
  return address === undefined ? problem(of, 'Which server? Give its URL.') : readServer(of, address, option, environment)
}

/** Credentials come from the option, the URL or the environment; the URL loses them. */
function readServer(of: CommandName, address: string, option: string | undefined, environment: EnvironmentVariables) {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) return problem(of, `"${address}" is not a URL like http://localhost:2113.`)
  const chosen = chooseCredentials({ option, url, variable: environment['RILLBOX_USER'] })
  if (chosen.kind === 'problem') return problem(of, chosen.message)
  url.username = ''
  url.password = ''
  return { kind: 'server', url, user: chosen.credentials } as const
}

function readDiff(given: readonly string[], environment: EnvironmentVariables): CliCommand {
  const read = parse('diff', declarations.diff, given)
  if (read.kind === 'problem') return read
  const { from, to, db, user, ...values } = read.values
  if (to === undefined && db === undefined) return problem('diff', 'And the other? Give its URL with --to, or its folder with --db.')
  if (values.insecure && db === undefined) return problem('diff', '--insecure belongs to --db.')
  const one = readServer('diff', from, user, environment)
  if (one.kind === 'problem') return one
  const other = to === undefined ? undefined : readServer('diff', to, user, environment)
  if (other?.kind === 'problem') return other
  return { ...values, kind: 'diff', from: one, to: other ?? { kind: 'db', folder: db!, user: one.user } }
}

function readRecord(given: readonly string[]): CliCommand {
  const read = parse('record', declarations.record, given)
  if (read.kind === 'problem') return read
  const server = readDestination('record', read.operands, undefined, {})
  return server.kind === 'problem' ? server : { ...read.values, kind: 'record', url: server.url, user: server.user }
}

function readInit(given: readonly string[]): CliCommand {
  const read = parse('init', declarations.init, given)
  if (read.kind === 'problem') return read
  const [folder] = read.operands
  const { removes, devtools, isJson } = read.values
  if (folder === '') return problem('init', 'Which folder? Give the one with the public files, for example public.')
  if (removes && folder !== undefined) return problem('init', '--remove finds by itself what the command has written, and takes no folder.')
  if (devtools && folder !== undefined) return problem('init', '--devtools stands alone: it is for the module that starts the store.')
  return { kind: 'init', folder, removes, devtools, isJson }
}

const problem = (of: CommandName, message: string): Problem => ({ kind: 'problem', message, of })

/** A dash stands for standard input or output. */
const fileOf = (name: string | undefined): string | undefined => (name === '-' ? undefined : name)

interface Parsed<O extends Options> {
  readonly kind: 'parsed'
  readonly values: Values<O>
  readonly operands: readonly string[]
}

function parse<O extends Options>(of: CommandName, declaration: Declaration<O>, args: readonly string[]): Parsed<O> | Problem {
  const split = splitArguments(of, args)
  if (split.kind === 'problem') return split
  const { given, operands } = split
  const { options, mostOperands, exclusive = [], together = [] } = declaration
  const isGiven = (key: string) => given(key).length > 0
  const [surplus] = operands.slice(mostOperands)
  if (surplus !== undefined) return problem(of, `"${surplus}" is one argument too many.`)
  const named = (keys: readonly string[]) => keys.map((key) => `--${options[key]!.name}`)
  if (exclusive.filter(isGiven).length > 1) return problem(of, `Give one of ${inWords(named(exclusive))}.`)
  if (together.some(isGiven) && !together.every(isGiven)) return problem(of, `${inWords(named(together))} belong together.`)
  const values: Record<string, unknown> = {}
  for (const [key, option] of Object.entries(options)) {
    if (option.missing !== undefined && !isGiven(key)) return problem(of, option.missing)
    const read = option.read(given(key))
    if (read.kind === 'unexpected') return problem(of, `--${option.name} takes ${read.expected}, not "${given(key).at(-1)}".`)
    values[key] = read.value
  }
  return { kind: 'parsed', values: values as Values<O>, operands }
}

const inWords = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Splits a command's arguments into operands and the values of its options. */
function splitArguments(of: CommandName, args: readonly string[]) {
  const { options } = declarationOf(of)
  const types = Object.values(options).map(
    ({ name, takes }) => [name, { type: takes === undefined ? 'boolean' : 'string', multiple: true }] as const,
  )
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: Object.fromEntries(types), allowPositionals: true, strict: true })
    const empty = Object.entries(values).find(([, value]) => [value].flat().includes(''))
    if (empty) return problem(of, `--${empty[0]} is empty.`)
    // A flag is given as true.
    const given = (key: string): readonly string[] => [values[options[key]!.name] ?? []].flat().map(String)
    return { kind: 'split', operands: positionals, given } as const
  } catch (error) {
    // Node's first sentence names the problem; the others explain how command lines work.
    const sentence = (error as Error).message.split(/\.\s/)[0]!.replace(/\.$/, '')
    const unknown = /^Unknown option '--([\w-]+)'/.exec(sentence)?.[1]
    const meant =
      unknown === undefined
        ? undefined
        : closestWord(
            unknown,
            Object.values(options).map(({ name }) => name),
          )
    return problem(of, `${sentence}.${meant === undefined ? '' : ` Did you mean --${meant}?`}`)
  }
}
