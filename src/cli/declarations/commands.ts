// The commands of `rillbox` with their options: parsing, types and usage texts follow from these declarations.

import { defaultRelease, releases } from '../../base/release/releases.ts'
import type { Declaration, Kind, Options } from './options.ts'
import {
  anyText,
  bytes,
  declare,
  flag,
  moment,
  oneOf,
  optional,
  optionalText,
  port,
  preset,
  repeatable,
  required,
  seconds,
  trueOrFalse,
  wholeNumber,
} from './options.ts'

const release = oneOf(releases)
const releaseNames = `${releases.slice(0, -1).join(', ')} or ${releases.at(-1)}`

const engine: Kind<1 | 2> = { expected: '1 or 2', read: (text) => (text === '1' ? 1 : text === '2' ? 2 : undefined) }

/** The release, and the engine in it, by whose rules queries run. */
const rules = (releaseMeans: string, engineMeans: string) => ({
  release: preset('release', 'NUMBER', `${releaseMeans}: ${releaseNames}`, defaultRelease, release),
  engine: preset('engine', 'NUMBER', engineMeans, '1', engine),
})

const eventsFile = 'lines of JSON, an export, a snapshot or a scenario'
/** For programs. */
const asJson = (explained: string) => flag('json', explained)

const whichStore = 'Which store? Give its folder with --db.'
const storeFolder = required('db', 'DIR', 'the folder of the store', whichStore)

export const serve = declare({
  summary: 'answers requests on a real port',
  explained: `Answers requests on a real port, until a signal or POST /admin/shutdown ends it. Understands the server's own options too, also in
variables such as KURRENTDB_MEM_DB and in a file, or says what to use instead.`,
  operands: '',
  mostOperands: 0,
  options: {
    port: preset('port', 'NUMBER', '0 takes a free port', '2113', port),
    host: preset('host', 'ADDRESS', '0.0.0.0 lets other machines in', '127.0.0.1', anyText),
    allowHosts: repeatable('allow-host', 'NAME', 'a name by which clients reach the server, beside localhost and addresses; * for all'),
    allowOrigins: repeatable(
      'allow-origin',
      'ORIGIN',
      'lets pages of an origin, for instance https://app.test, use it, beside those of this machine; * for all',
    ),
    db: optionalText('db', 'DIR', 'keeps the store on disk; without it, the store ends with the process'),
    insecure: flag('insecure', 'asks no caller for credentials'),
    release: optional(
      'release',
      'RELEASE',
      `answers as this release of the server: ${releaseNames}; default: that of the scenario, or else ${defaultRelease}`,
      release,
    ),
    devCert: optionalText(
      'dev-cert',
      'DIR',
      'serves TLS with a certificate for localhost, which is made in this folder if it is missing, with its authority',
    ),
    cert: optionalText('cert', 'FILE', 'serves TLS with this certificate, in PEM'),
    key: optionalText('key', 'FILE', 'the private key of the certificate, in PEM'),
    maxAppendSize: optional('max-append-size', 'BYTES', "most bytes of one append over gRPC; default: the release's", bytes),
    projections: optionalText(
      'projections',
      'DIR',
      'a folder of projections, a script each, which the store gets; others stay as they are',
    ),
    watch: flag('watch', 'updates the projections of the folder whenever one of its files is saved'),
    scenario: optionalText('scenario', 'FILE', 'seeds a fresh store; a store in use stays as it is'),
    config: optionalText('config', 'FILE', 'options of the server, in YAML, as its kurrentdb.conf has them'),
    log: optional(
      'log',
      'json|pretty|off',
      'also logs each request, in words or as one JSON object on each line; off prints nothing; default: the start and warnings',
      oneOf(['json', 'pretty', 'off'] as const),
    ),
    advertiseHost: optionalText('advertise-host-to-client-as', 'NAME', 'the host in the links of feeds; default: that of the request'),
    advertisePort: optional('advertise-node-port-to-client-as', 'NUMBER', 'the port in the links of feeds', port),
    trustedAuth: flag('enable-trusted-auth', 'believes the header Kurrent-TrustedAuth, which names the caller'),
    control: flag('control', 'answers control routes below /-/: clear, seed, clock, faults, settled, a store for each test'),
    seed: optional('seed', 'NUMBER', 'repeats itself: the same ids and chances in every run, and time stands', wholeNumber),
    clock: optional('clock', 'TIME', 'lets time stand at this moment, for instance 2026-01-01T09:00:00Z, until it is moved', moment),
    ui: optionalText('ui', 'DIR', 'serves the files of a web interface below /web'),
    caching: flag('caching', 'lets clients cache pages that never change; cached pages outlive the store'),
    systemProjections: flag('no-system-projections', 'does not start the five built-in projections, whose links appear in $all', false),
    acceptUnparsableBodies: flag(
      'accept-unparsable-bodies',
      'stores bodies that are not valid JSON or XML, as the server does; refuses them otherwise',
    ),
    allowAnonymous: optional(
      'allow-anonymous-stream-access',
      'true|false',
      'false: callers without credentials cannot use streams',
      trueOrFalse,
    ),
    allowAnonymousEndpoints: optional(
      'allow-anonymous-endpoint-access',
      'true|false',
      'false: callers without credentials cannot read statistics; default: as for streams',
      trueOrFalse,
    ),
    defaultAdminPassword: optionalText('default-admin-password', 'PASSWORD', 'password of admin in a fresh store; default: changeit'),
    defaultOpsPassword: optionalText('default-ops-password', 'PASSWORD', 'password of ops in a fresh store; default: changeit'),
  },
  together: ['cert', 'key'],
})

export const run = declare({
  summary: 'runs a query over a file of events',
  explained: 'Runs the query in a file over events, and prints its emitted events and final states, one JSON object per line.',
  operands: 'QUERY',
  mostOperands: 1,
  options: {
    events: optionalText('events', 'FILE', `events as ${eventsFile}; without it, reads standard input`),
    ...rules('the release whose language counts', '2 runs it in the second engine of KurrentDB 26, and stops it for its emissions'),
    isJson: asJson('prints one object: emitted, states, and what became of the events where none was handled'),
  },
})

const user = optionalText(
  'user',
  'NAME:PASSWORD',
  'an administrator of the server; default: credentials in the URL, then those in RILLBOX_USER',
)

export const check = declare({
  summary: 'finds errors in queries before they run',
  explained: `Says what is wrong in queries before they run: place, sentence, and the edit that mends it. A folder stands for the scripts in it.
With two releases, or with "--engine 2", says what changes for them instead, and, with events at hand, runs them by both releases and
compares. Exits with 1 where anything is an error or a warning, and with 0 where there are hints at most.`,
  operands: '[FILE|DIR …]',
  mostOperands: Number.POSITIVE_INFINITY,
  options: {
    events: optionalText('events', 'FILE', `judges names of types, streams and fields by these events: ${eventsFile}`),
    db: optionalText('db', 'DIR', 'takes the events of a store on disk, and its projections where no file is given'),
    from: optionalText('from', 'URL', 'takes the events of a server or a running store, and its projections where no file is given'),
    user,
    fromRelease: optional('from-release', 'NUMBER', 'the release that runs the queries now', release),
    toRelease: optional('to-release', 'NUMBER', 'the release that will run them: says what changes', release),
    ...rules(
      'the release of the server that will run them',
      '2: the second engine of KurrentDB 26; says what it does otherwise than the first',
    ),
    emit: optional('emit', 'true|false', 'false: the projections may not emit', trueOrFalse),
    json: flag('json', 'prints one array of diagnostics, with lines and columns from 1'),
    sarif: flag('sarif', 'prints SARIF 2.1.0, for code hosts'),
  },
  exclusive: ['json', 'sarif'],
  together: ['fromRelease', 'toRelease'],
})

/** Where the events of a command are. */
const sourceOptions = {
  events: optionalText('events', 'FILE', `events as ${eventsFile}; without a source, reads standard input`),
  db: optionalText('db', 'DIR', 'a store on disk'),
  from: optionalText('from', 'URL', 'a server or a running store, whose events are copied into memory'),
  user,
}

export const compare = declare({
  summary: 'runs two versions of a query over the same events',
  explained: `Runs two queries over the same events, and prints the first event where they part, and the states, results, emissions and faults
that differ. Writes nothing. Exits with 1 where they differ.`,
  operands: 'QUERY QUERY',
  mostOperands: 2,
  options: {
    ...sourceOptions,
    ...rules('the release whose language counts', '2 runs both in the second engine of KurrentDB 26'),
    isJson: flag('json', 'prints one object'),
  },
  exclusive: ['events', 'db', 'from'],
})

export const profile = declare({
  summary: 'measures the handlers of a query, and which lines never run',
  explained: `Runs a query over events, and prints calls, time and growth of the state for each handler, the slowest events, and the lines that no
event has run. Writes nothing into the store. Exits with 1 where the query faults.`,
  operands: 'QUERY',
  mostOperands: 1,
  options: {
    ...sourceOptions,
    ...rules('the release whose language counts', '2 runs it in the second engine of KurrentDB 26'),
    lcov: optionalText('lcov', 'FILE', 'also writes which lines ran, as lcov has it, for editors and code hosts'),
    isJson: flag('json', 'prints one object'),
  },
  exclusive: ['events', 'db', 'from'],
})

export const dryRun = declare({
  summary: 'says what a reset, a deletion or a new query would do',
  explained: `Carries a change of a projection out on a copy of a store, and prints which streams lose events, and how many are written, by all
projections. The store stays as it is. CHANGE is reset, delete or query; a query needs the file with its new text.`,
  operands: 'CHANGE NAME [FILE]',
  mostOperands: 3,
  options: {
    db: optionalText('db', 'DIR', 'a store on disk'),
    from: optionalText('from', 'URL', 'a store that "rillbox serve --control" serves'),
    user,
    emitted: flag('emitted', 'delete: with the streams that it has emitted to and recorded'),
    state: flag('state', 'delete: with the stream of its results'),
    checkpoint: flag('checkpoint', 'delete: with its checkpoints'),
    resets: flag('resets', 'query: begins again with it'),
    emit: optional('emit', 'true|false', 'query: whether it may emit; default: unchanged', trueOrFalse),
    isJson: flag('json', 'prints one object'),
  },
  exclusive: ['db', 'from'],
})

export const mcp = declare({
  summary: 'gives a coding assistant tools over a store',
  explained: `Speaks the Model Context Protocol on standard input and output, for coding assistants: append, read, run, check, step, compare and
explain work on one store. Needs @modelcontextprotocol/sdk, which is not installed with Rillbox.`,
  operands: '',
  mostOperands: 0,
  options: {
    ...sourceOptions,
    events: optionalText('events', 'FILE', `events as ${eventsFile}; without a source, the store is empty`),
    db: optionalText('db', 'DIR', 'a store on disk; what the assistant appends stays there'),
    release: optional('release', 'NUMBER', `the release whose rules count: ${releaseNames}; default: ${defaultRelease}`, release),
  },
  exclusive: ['events', 'db', 'from'],
})

export const types = declare({
  summary: 'prints TypeScript types of the events seen',
  explained: `Prints TypeScript types of the events of a store, a file or a server: an interface with a member for each type of event and the
fields that its data had, and the declaration by which queries in JavaScript and TypeScript know them.`,
  operands: '',
  mostOperands: 0,
  options: { ...sourceOptions, isJson: asJson('prints one object: the number of events, and the declarations as a text') },
  exclusive: ['events', 'db', 'from'],
})

export const importEvents = declare({
  summary: 'imports events or an export into a store on disk',
  explained: `Imports lines of JSON (events or an export), a snapshot or a scenario into a store on disk: all of it, or nothing where something is wrong
or a signal ends it. Skips events whose ids the store already has.`,
  operands: '[FILE]',
  mostOperands: 1,
  explainedOperands: { FILE: 'without it, reads standard input' },
  options: {
    db: storeFolder,
    replace: flag('replace', 'lets an export or a snapshot replace the content of the store'),
    isJson: asJson('prints one object: kind, events, known and projections'),
  },
})

export const exportEvents = declare({
  summary: 'prints the whole content of a store on disk',
  explained: `Prints the whole content of a store on disk as lines of JSON; importing them elsewhere gives the same store. A folder without a store is
an error and stays as it is.`,
  operands: '[FILE]',
  mostOperands: 1,
  explainedOperands: { FILE: 'without it, writes to standard output' },
  options: { db: storeFolder, isJson: asJson('prints one object about the file; the export itself is lines of JSON') },
})

const transferOptions = {
  db: storeFolder,
  user,
  emitted: flag('emitted', 'also copies events that projections wrote; copied projections that emit are then stopped'),
  isJson: asJson('prints one object: server, events, known and projections'),
}

export const pull = declare({
  summary: 'copies streams and projections from a server',
  explained: `Copies streams with their metadata, and projections, from a server into a store on disk. After an interruption, the same command
continues where it stopped.`,
  operands: 'URL',
  mostOperands: 1,
  options: transferOptions,
})

export const push = declare({
  summary: 'copies streams and projections to a server',
  explained: `Copies streams with their metadata, and projections, from a store on disk to a server; after an interruption, the same command
continues where it stopped. With --projections, makes the server's projections those of a folder: prints what it will create and update, what is
unchanged and what is only there (which it leaves), does it, and exits with 1 where one of them is faulted then.`,
  operands: 'URL',
  mostOperands: 1,
  options: {
    db: optionalText('db', 'DIR', 'the folder of the store'),
    projections: optionalText('projections', 'DIR', 'a folder of projections, a script each'),
    check: flag('check', 'prints the plan of --projections and changes nothing; exits with 1 where the server differs from the files'),
    isJson: asJson('prints one object: server, events, known and projections; with --projections the plan, as one array'),
    user,
    emitted: flag('emitted', 'also copies events that projections wrote; copied projections that emit are then stopped'),
  },
  exclusive: ['db', 'projections'],
})

export const diff = declare({
  summary: 'compares two stores',
  explained: `Compares what two stores hold: the users' streams event by event, projections with their states, and persistent subscriptions. With
--recording, plays the requests of a recording at both instead, writes included, and compares the answers. A store on disk is copied into
memory first, and stays as it is. Exits with 1 where anything differs.`,
  operands: '',
  mostOperands: 0,
  options: {
    from: required('from', 'URL', 'a server or a running store', 'Which store? Give its URL with --from.'),
    to: optionalText('to', 'URL', 'the other one'),
    db: optionalText('db', 'DIR', 'or a store on disk, which answers as the release of the first'),
    recording: optionalText('recording', 'FILE', 'requests to play, as "rillbox record" writes them'),
    user: optionalText(
      'user',
      'NAME:PASSWORD',
      'who asks, at both stores; default: credentials in the URLs, then those in RILLBOX_USER; requests of a recording that name a user keep theirs',
    ),
    insecure: flag('insecure', 'the store on disk asks no caller for credentials, as that of "serve --insecure"'),
    isJson: flag('json', 'prints one object'),
  },
  exclusive: ['to', 'db'],
})

export const record = declare({
  summary: 'records the requests that pass to a server',
  explained: `Listens on a port of this machine, passes every request on to a server, and writes it with its answer into a recording, until a signal
ends it. Credentials are left out. "rillbox diff --recording" plays it.`,
  operands: 'URL',
  mostOperands: 1,
  options: {
    port: preset('port', 'NUMBER', '0 takes a free port', '2114', port),
    out: preset('out', 'FILE', 'the recording, which is replaced', 'recording.json', anyText),
    scenario: optionalText('scenario', 'FILE', 'writes what was appended and projected as a scenario, at the end'),
    name: preset('name', 'NAME', 'the name of the recording', 'recorded', anyText),
    isJson: asJson('prints an object on each line: where it listens, and at the end what it has written'),
  },
})

export const init = declare({
  summary: 'sets a store up in an application',
  explained: `Sets a store up in the application of the present folder. Asks no questions: finds Vite, SvelteKit, Next, Nuxt, Storybook,
Playwright and Vitest, writes a module that starts the store in development, has the page import it, copies the worker script of the installed msw, and
prints lines that belong into files of yours. Run it again after an update of msw.`,
  operands: '[FOLDER]',
  mostOperands: 1,
  explainedOperands: { FOLDER: 'copies only the worker script, into this folder of public files' },
  options: {
    devtools: flag('devtools', 'the page gets the developer tools too, also where it starts a store already'),
    removes: flag('remove', 'takes back what it has written, and nothing else'),
    isJson: asJson('prints one object with what it says'),
  },
  exclusive: ['devtools', 'removes'],
})

export const testDocs = declare({
  summary: 'runs the examples in documents, and checks what they promise',
  explained: `Runs the executable blocks of Markdown documents, the scenarios that they name, and the lessons of those, and checks what they expect.
A pattern such as docs/**/*.md names files, a folder all of its documents; a file of JSON is a scenario, whose lesson is gone through. Exits with
1 where anything fails.`,
  operands: 'PATTERN …',
  mostOperands: Number.POSITIVE_INFINITY,
  options: {
    update: flag(
      'update',
      'writes what has become of states, results, emissions and answers in place of what a block expects; faults stay failures',
    ),
    limit: preset('limit', 'SECONDS', 'most time for one block, or one lesson', '10', seconds),
    json: flag('json', 'prints one array with an object for each block and lesson'),
    junit: optionalText('junit', 'FILE', 'also writes the report of JUnit, which build servers show'),
  },
})

/** In the order of the overview. */
export const declarations = {
  serve,
  run,
  check,
  compare,
  profile,
  'dry-run': dryRun,
  types,
  mcp,
  'test-docs': testDocs,
  import: importEvents,
  export: exportEvents,
  pull,
  push,
  diff,
  record,
  init,
}

export type CommandName = keyof typeof declarations
export const commandNames = Object.keys(declarations) as readonly CommandName[]

export const declarationOf = (name: CommandName): Declaration<Options> => declarations[name] as unknown as Declaration<Options>
