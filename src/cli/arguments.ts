// Parses a command line into a command, or into a problem to report.

import { parseArgs } from 'node:util'
import type { Release } from '../base/release/facts.ts'
import { defaultRelease, isRelease, releases } from '../base/release/releases.ts'
import type { Credentials } from './remote/credentials.ts'
import { chooseCredentials } from './remote/credentials.ts'
import type { CommandName } from './usage.ts'
import { commandNames } from './usage.ts'

export interface ServeCommand {
  readonly kind: 'serve'
  readonly port: number
  readonly host: string
  /** Host names of the server, and origins of pages, allowed beside those of this machine. */
  readonly allowHosts: readonly string[]
  readonly allowOrigins: readonly string[]
  /** Files with a certificate and its key, for TLS. */
  readonly cert: string | undefined
  readonly key: string | undefined
  /** Folder of a certificate for localhost, and of its authority, which are made where they are missing. */
  readonly devCert: string | undefined
  /** Bytes of an append over gRPC; undefined for the release's. */
  readonly maxAppendSize: number | undefined
  /** Folder; undefined keeps the store in memory. */
  readonly db: string | undefined
  readonly insecure: boolean
  /** Undefined for that of the scenario, or else the store's default. */
  readonly release: Release | undefined
  /** File. */
  readonly scenario: string | undefined
  /** Folder of a built web interface. */
  readonly ui: string | undefined
  /** Whether clients may cache pages that never change, as with the server. */
  readonly caching: boolean
  /** Whether the five system projections start with the store. */
  readonly systemProjections: boolean
  /** Whether bodies that do not parse are stored (streams-http §8.2). */
  readonly acceptUnparsableBodies: boolean
  /** Whether callers without credentials reach streams, and statistics; undefined for the store's default. */
  readonly allowAnonymous: boolean | undefined
  readonly allowAnonymousEndpoints: boolean | undefined
  /** First passwords of the two built-in users; undefined for the store's default. */
  readonly defaultAdminPassword: string | undefined
  readonly defaultOpsPassword: string | undefined
}

export interface RunCommand {
  readonly kind: 'run'
  /** File of the query. */
  readonly query: string
  /** File; undefined reads standard input. */
  readonly events: string | undefined
}

export interface CheckCommand {
  readonly kind: 'check'
  /** Files and folders; at least one. */
  readonly paths: readonly string[]
  /** File of events, for names of types, streams and fields; undefined judges none. */
  readonly events: string | undefined
  readonly release: Release
  readonly engine: 1 | 2
  /** Whether the projections may emit; undefined does not judge it. */
  readonly emit: boolean | undefined
  readonly format: 'text' | 'json' | 'sarif'
}

/** Where a command finds its events. */
export type EventsSource =
  /** Undefined reads standard input. */
  | { readonly kind: 'file'; readonly file: string | undefined }
  | { readonly kind: 'db'; readonly folder: string }
  /** The URL has no credentials. */
  | { readonly kind: 'server'; readonly url: URL; readonly user: Credentials | undefined }

export interface CompareCommand {
  readonly kind: 'compare'
  /** Two files. */
  readonly queries: readonly [string, string]
  readonly source: EventsSource
  readonly release: Release
  readonly isJson: boolean
}

export interface ImportCommand {
  readonly kind: 'import'
  readonly db: string
  /** Undefined reads standard input. */
  readonly file: string | undefined
  /** Whether an export may replace the content of the store. */
  readonly replace: boolean
}

export interface ExportCommand {
  readonly kind: 'export'
  readonly db: string
  /** Undefined writes to standard output. */
  readonly file: string | undefined
}

export interface TransferCommand {
  readonly kind: 'pull' | 'push'
  /** Without credentials. */
  readonly url: URL
  /** Undefined sends no credentials. */
  readonly user: Credentials | undefined
  readonly db: string
  /** Whether to copy events that projections wrote; the copied projections are then stopped. */
  readonly emitted: boolean
}

export interface InitCommand {
  readonly kind: 'init'
  /** Folder of the application's public files, for the worker script alone; undefined sets up what the application is made with. */
  readonly folder: string | undefined
  /** Whether to take back the files and lines that the command has written. */
  readonly removes: boolean
  /** Whether the page loads the developer tools too. */
  readonly devtools: boolean
}

export type CliCommand =
  | ServeCommand
  | RunCommand
  | CheckCommand
  | CompareCommand
  | ImportCommand
  | ExportCommand
  | TransferCommand
  | InitCommand
  | { readonly kind: 'help'; readonly of: CommandName | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'problem'; readonly message: string; readonly of: CommandName | undefined }

/** The environment variables that commands read. */
export interface EnvironmentVariables {
  readonly RILLBOX_USER?: string | undefined
}

/**
 * @param given the arguments, without interpreter and script.
 */
export function readArguments(given: readonly string[], environment: EnvironmentVariables = {}): CliCommand {
  const [name, ...rest] = given
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return helpFor(rest[0])
  if (name === 'version' || name === '--version' || name === '-v') return { kind: 'version' }
  if (!isCommand(name)) return { kind: 'problem', message: `There is no command "${name}".`, of: undefined }
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', of: name }
  return readers[name](rest, environment)
}

const isCommand = (name: string): name is CommandName => (commandNames as readonly string[]).includes(name)

const helpFor = (name: string | undefined): CliCommand => ({ kind: 'help', of: name !== undefined && isCommand(name) ? name : undefined })

const readers: Readonly<Record<CommandName, (given: readonly string[], environment: EnvironmentVariables) => CliCommand>> = {
  serve: readServe,
  run: readRun,
  check: readCheck,
  compare: readCompare,
  import: readImport,
  export: readExport,
  pull: (given, environment) => readTransfer('pull', given, environment),
  push: (given, environment) => readTransfer('push', given, environment),
  init: readInit,
}

function readServe(given: readonly string[]): CliCommand {
  const read = parse('serve', given, 0, {
    port: { type: 'string', default: '2113' },
    host: { type: 'string', default: '127.0.0.1' },
    'allow-host': { type: 'string', multiple: true },
    'allow-origin': { type: 'string', multiple: true },
    cert: { type: 'string' },
    key: { type: 'string' },
    'dev-cert': { type: 'string' },
    'max-append-size': { type: 'string' },
    db: { type: 'string' },
    insecure: { type: 'boolean', default: false },
    release: { type: 'string' },
    scenario: { type: 'string' },
    ui: { type: 'string' },
    caching: { type: 'boolean', default: false },
    'no-system-projections': { type: 'boolean', default: false },
    'accept-unparsable-bodies': { type: 'boolean', default: false },
    'allow-anonymous-stream-access': { type: 'string' },
    'allow-anonymous-endpoint-access': { type: 'string' },
    'default-admin-password': { type: 'string' },
    'default-ops-password': { type: 'string' },
  })
  if (read.kind === 'problem') return read
  const { host, db, insecure, scenario, ui, caching } = read.values
  const port = readPort(text(read.values.port) ?? '')
  if (port === undefined) return problem('serve', `--port takes a number from 0 to 65535, not "${text(read.values.port)}".`)
  for (const name of ['allow-anonymous-stream-access', 'allow-anonymous-endpoint-access'] as const) {
    const given = text(read.values[name])
    if (given !== undefined && !Object.hasOwn(switches, given)) return problem('serve', `--${name} takes true or false, not "${given}".`)
  }
  const release = text(read.values.release)
  if (release !== undefined && !isRelease(release)) return problem('serve', unknownRelease(release))
  const [cert, key, devCert] = [text(read.values.cert), text(read.values.key), text(read.values['dev-cert'])]
  if ((cert === undefined) !== (key === undefined)) return problem('serve', '--cert and --key belong together.')
  if (cert !== undefined && devCert !== undefined) return problem('serve', '--dev-cert makes a certificate: give it, or --cert and --key.')
  const size = text(read.values['max-append-size'])
  if (size !== undefined && !/^[1-9]\d{0,9}$/.test(size))
    return problem('serve', `--max-append-size takes a number of bytes, not "${size}".`)
  return {
    kind: 'serve',
    release,
    cert,
    key,
    devCert,
    maxAppendSize: size === undefined ? undefined : Number(size),
    port,
    host: text(host) ?? '',
    allowHosts: texts(read.values['allow-host']),
    allowOrigins: texts(read.values['allow-origin']),
    db: text(db),
    insecure: insecure === true,
    scenario: text(scenario),
    ui: text(ui),
    caching: caching === true,
    systemProjections: read.values['no-system-projections'] !== true,
    acceptUnparsableBodies: read.values['accept-unparsable-bodies'] === true,
    allowAnonymous: switches[text(read.values['allow-anonymous-stream-access']) ?? ''],
    allowAnonymousEndpoints: switches[text(read.values['allow-anonymous-endpoint-access']) ?? ''],
    defaultAdminPassword: text(read.values['default-admin-password']),
    defaultOpsPassword: text(read.values['default-ops-password']),
  }
}

function readRun(given: readonly string[]): CliCommand {
  const read = parse('run', given, 1, { events: { type: 'string' } })
  if (read.kind === 'problem') return read
  const [query] = read.positionals
  if (query === undefined) return problem('run', 'Which query? Give a file.')
  return { kind: 'run', query, events: fileOf(text(read.values.events)) }
}

function readCheck(given: readonly string[]): CliCommand {
  const read = parse('check', given, Number.POSITIVE_INFINITY, {
    events: { type: 'string' },
    release: { type: 'string', default: defaultRelease },
    engine: { type: 'string', default: '1' },
    emit: { type: 'string' },
    json: { type: 'boolean', default: false },
    sarif: { type: 'boolean', default: false },
  })
  if (read.kind === 'problem') return read
  const { positionals: paths, values } = read
  if (paths.length === 0) return problem('check', 'Which queries? Give files or folders.')
  const release = releases.find((known) => known === text(values.release))
  if (release === undefined) return problem('check', unknownRelease(text(values.release)))
  const engine = text(values.engine)
  if (engine !== '1' && engine !== '2') return problem('check', `--engine takes 1 or 2, not "${engine}".`)
  const emit = text(values.emit)
  if (emit !== undefined && !Object.hasOwn(switches, emit)) return problem('check', `--emit takes true or false, not "${emit}".`)
  if (values.json === true && values.sarif === true) return problem('check', '--json and --sarif exclude each other.')
  return {
    kind: 'check',
    paths,
    events: text(values.events),
    release,
    engine: engine === '1' ? 1 : 2,
    emit: emit === undefined ? undefined : switches[emit],
    format: values.json === true ? 'json' : values.sarif === true ? 'sarif' : 'text',
  }
}

function readCompare(given: readonly string[], environment: EnvironmentVariables): CliCommand {
  const read = parse('compare', given, 2, {
    events: { type: 'string' },
    db: { type: 'string' },
    from: { type: 'string' },
    user: { type: 'string' },
    release: { type: 'string', default: defaultRelease },
    json: { type: 'boolean', default: false },
  })
  if (read.kind === 'problem') return read
  const [one, other] = read.positionals
  if (one === undefined || other === undefined) return problem('compare', 'Which queries? Give two files.')
  const release = releases.find((known) => known === text(read.values.release))
  if (release === undefined) return problem('compare', unknownRelease(text(read.values.release)))
  const source = readEventsSource('compare', read.values, environment)
  return source.kind === 'problem' ? source : { kind: 'compare', queries: [one, other], source, release, isJson: read.values.json === true }
}

/** Exactly one of a file, a folder and a server; without any, standard input. */
function readEventsSource(
  of: CommandName,
  values: { readonly events?: Given; readonly db?: Given; readonly from?: Given; readonly user?: Given },
  environment: EnvironmentVariables,
): EventsSource | ReturnType<typeof problem> {
  const [events, db, from] = [text(values.events), text(values.db), text(values.from)]
  if ([events, db, from].filter((one) => one !== undefined).length > 1) return problem(of, 'Give one of --events, --db and --from.')
  if (db !== undefined) return { kind: 'db', folder: db }
  if (from === undefined) return { kind: 'file', file: fileOf(events) }
  const server = readServer(of, from, text(values.user), environment)
  return server.kind === 'problem' ? server : { ...server, kind: 'server' }
}

function readImport(given: readonly string[]): CliCommand {
  const read = parse('import', given, 1, { db: { type: 'string' }, replace: { type: 'boolean', default: false } })
  if (read.kind === 'problem') return read
  const db = text(read.values.db)
  if (db === undefined) return withoutFolder('import')
  return { kind: 'import', db, file: fileOf(read.positionals[0]), replace: read.values.replace === true }
}

function readExport(given: readonly string[]): CliCommand {
  const read = parse('export', given, 1, { db: { type: 'string' } })
  if (read.kind === 'problem') return read
  const db = text(read.values.db)
  return db === undefined ? withoutFolder('export') : { kind: 'export', db, file: fileOf(read.positionals[0]) }
}

function readTransfer(kind: 'pull' | 'push', given: readonly string[], environment: EnvironmentVariables): CliCommand {
  const read = parse(kind, given, 1, { db: { type: 'string' }, user: { type: 'string' }, emitted: { type: 'boolean', default: false } })
  if (read.kind === 'problem') return read
  const [address] = read.positionals
  const db = text(read.values.db)
  if (address === undefined) return problem(kind, 'Which server? Give its URL.')
  if (db === undefined) return withoutFolder(kind)
  const server = readServer(kind, address, text(read.values.user), environment)
  if (server.kind === 'problem') return server
  return { kind, url: server.url, user: server.user, db, emitted: read.values.emitted === true }
}

/** Credentials come from the option, the URL or the environment; the URL loses them. */
function readServer(of: CommandName, address: string, option: string | undefined, environment: EnvironmentVariables) {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) return problem(of, `"${address}" is not a URL such as http://localhost:2113.`)
  const chosen = chooseCredentials({ option, url, variable: environment.RILLBOX_USER })
  if (chosen.kind === 'problem') return problem(of, chosen.message)
  url.username = ''
  url.password = ''
  return { kind: 'server', url, user: chosen.credentials } as const
}

function readInit(given: readonly string[]): CliCommand {
  const read = parse('init', given, 1, { remove: { type: 'boolean', default: false }, devtools: { type: 'boolean', default: false } })
  if (read.kind === 'problem') return read
  const [folder] = read.positionals
  const removes = read.values.remove === true
  const devtools = read.values.devtools === true
  if (folder === '') return problem('init', 'Which folder? Give the one with the public files, such as public.')
  if (removes && folder !== undefined) return problem('init', '--remove finds by itself what the command has written, and takes no folder.')
  if (devtools && (removes || folder !== undefined))
    return problem('init', '--devtools stands alone: it is for the module that starts the store.')
  return { kind: 'init', folder, removes, devtools }
}

const unknownRelease = (given: string | undefined): string => `--release takes one of ${releases.join(', ')}, not "${given}".`

const problem = (of: CommandName, message: string) => ({ kind: 'problem', message, of }) as const

const withoutFolder = (of: CommandName): CliCommand => problem(of, 'Which store? Give its folder with --db.')

/** A dash stands for standard input or output. */
const fileOf = (name: string | undefined): string | undefined => (name === '-' ? undefined : name)

type Given = string | boolean | readonly (string | boolean)[] | undefined

const text = (value: Given): string | undefined => (typeof value === 'string' ? value : undefined)

const texts = (value: Given): readonly string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

/** The spellings that the server accepts. */
const switches: Readonly<Record<string, boolean>> = { true: true, True: true, false: false, False: false }

/** @returns undefined for a text that is no port; port 0 takes a free one. */
function readPort(digits: string): number | undefined {
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : undefined
  return port !== undefined && port <= 65535 ? port : undefined
}

interface OptionTypes {
  readonly [name: string]: { readonly type: 'string' | 'boolean'; readonly default?: string | boolean; readonly multiple?: boolean }
}

interface Parsed<O> {
  readonly kind: 'parsed'
  readonly values: { readonly [name in keyof O]?: Given }
  readonly positionals: readonly string[]
}

function parse<O extends OptionTypes>(
  of: CommandName,
  given: readonly string[],
  mostPositionals: number,
  options: O,
): Parsed<O> | ReturnType<typeof problem> {
  try {
    const { values, positionals } = parseArgs({ args: [...given], options, allowPositionals: true, strict: true })
    const [surplus] = positionals.slice(mostPositionals)
    if (surplus !== undefined) return problem(of, `"${surplus}" is one argument too many.`)
    const empty = Object.entries(values).find(([, value]) => [value].flat().includes(''))
    if (empty) return problem(of, `--${empty[0]} is empty.`)
    return { kind: 'parsed', values, positionals }
  } catch (error) {
    // Node's first sentence names the problem; the others explain how command lines work.
    return problem(of, `${(error as Error).message.split(/\.\s/)[0]!.replace(/\.$/, '')}.`)
  }
}
