import { describe, expect, test } from 'vitest'
import { declarations } from './commands.ts'
import { serverOptions } from './server-options.ts'
import { configurationFile, translate } from './translate.ts'

const options = Object.values(declarations.serve.options)
const valued = new Set(options.flatMap(({ name, takes }) => (takes === undefined ? [] : [name])))
const flags = new Set(options.flatMap(({ name, takes }) => (takes === undefined ? [name] : [])))
const read = (line: string, variables: Record<string, string> = {}, file?: Record<string, unknown>) =>
  translate({ args: line.split(' ').filter(Boolean), variables, file, valued, flags })
const args = (line: string, variables?: Record<string, string>, file?: Record<string, unknown>) => {
  const translated = read(line, variables, file)
  return translated.kind === 'translated' ? translated.args.join(' ') : translated.message
}

describe('the command line of the server', () => {
  test.each([
    ['--mem-db --run-projections=All --insecure', '--insecure'],
    ['--node-port 2114 --disable-tls', '--port=2114'],
    ['--http-port=2114 --enable-atom-pub-over-http', '--port=2114'],
    ['--NodePort=2114 --EnableAtomPubOverHttp=True', '--port=2114'],
    ['--insecure=true --max-append-size 1024', '--insecure --max-append-size 1024'],
    ['--insecure true --db ./data', '--insecure --db ./data'],
    ['--start-standard-projections=false', '--no-system-projections'],
    ['--start-standard-projections', ''],
    ['--certificate-file a.pem --certificate-private-key-file a.key', '--cert=a.pem --key=a.key'],
    ['--disable-http-caching=false', '--caching'],
    ['--port 1 --scenario --mem-db', '--port 1 --scenario --mem-db'],
    ['--unknown-thing x', '--unknown-thing x'],
  ])('%s means %s', (given, expected) => expect(args(given)).toBe(expected))

  test.each([
    ['--run-projections=None', '--run-projections cannot be "None" here: projections of users and of the system run'],
    ['--enable-atom-pub-over-http=false', 'streams are always answered over HTTP'],
    ['--cluster-size 3', '--cluster-size cannot be "3" here: a store is one node'],
    ['--dev', '--dev is not supported: --dev-cert DIR makes a certificate for localhost.'],
    ['--certificate-password x', 'give --cert and --key in PEM'],
    ['--insecure=maybe', '--insecure takes true or false, not "maybe".'],
    ['--mem-db --db ./data', 'give --mem-db or --db'],
  ])('%s is refused by name', (given, message) => expect(args(given)).toContain(message))

  test('what only tunes a server is told to have no effect', () => {
    expect(read('--chunk-size 1000 --ext-tcp-port=1113')).toEqual({
      kind: 'translated',
      args: [],
      notes: [
        '--chunk-size has no effect here: it tunes what a store does not have.',
        '--ext-tcp-port has no effect here: no store speaks the TCP protocol: clients use gRPC or HTTP.',
      ],
    })
  })
})

describe('variables and the file', () => {
  const container = {
    KURRENTDB_CLUSTER_SIZE: '1',
    KURRENTDB_RUN_PROJECTIONS: 'All',
    KURRENTDB_START_STANDARD_PROJECTIONS: 'true',
    KURRENTDB_NODE_PORT: '2113',
    KURRENTDB_INSECURE: 'true',
    KURRENTDB_ENABLE_ATOM_PUB_OVER_HTTP: 'true',
  }
  test('those of a usual container are understood', () => expect(args('', container)).toBe('--insecure --port=2113'))
  test('the newer name goes before the older one', () => {
    expect(args('', { KURRENTDB_NODE_PORT: '2', EVENTSTORE_HTTP_PORT: '1' })).toBe('--port=2')
  })
  test("an application's own variable is no problem", () => {
    expect(read('', { EVENTSTORE_CONNECTION_STRING: 'esdb://…', PATH: '/bin' })).toEqual({
      kind: 'translated',
      args: [],
      notes: ['EVENTSTORE_CONNECTION_STRING is no option of the server, and has no effect here.'],
    })
  })
  test('the command line goes before variables, and those before the file', () => {
    const file = { NodePort: 1, Insecure: true, Db: '/data', Auth: { A: 1 } }
    expect(read('--insecure=false', { EVENTSTORE_NODE_PORT: '2' }, file)).toEqual({
      kind: 'translated',
      args: ['--port=2', '--db=/data'],
      notes: ['The section Auth in the configuration file has no effect here.'],
    })
    expect(args('--mem-db', {}, file)).toBe('--port=1 --insecure')
    expect(args('', {}, { MemDB: true, RunProjections: 'all' })).toBe('')
  })
  test('options in a section of the file, and an option that is one, are named', () => {
    const notes = (file: Record<string, unknown>) => {
      const translated = read('', {}, file)
      return translated.kind === 'translated' ? translated.notes : []
    }
    expect(notes({ KurrentDB: { NodePort: 1, 'mem-db': true, Connectors: {} } })).toEqual([
      'The section KurrentDB in the configuration file has no effect here, nor has NodePort, mem-db in it: options of the server stand outside of any section.',
    ])
    expect(notes({ NodePort: { value: 1 } })).toEqual([
      'NodePort in the configuration file has no effect here: it takes a value, and not a section.',
    ])
    expect(notes({ Insecure: null })).toEqual([])
  })
  test('a list in the file is one value', () => {
    expect(args('', {}, { GossipSeed: ['a:1', 'b:2'] })).toMatch(/^GossipSeed in the configuration file is not supported/)
    expect(args('', {}, { NodPort: [1] })).toMatch(/^NodPort in the configuration file is no option/)
  })
  test('a misspelled option of the file is a problem', () => {
    expect(args('', {}, { NodPort: 1 })).toBe('NodPort in the configuration file is no option of the server. Did you mean NodePort?')
  })
  test('the file is named on the command line, or in a variable', () => {
    expect(configurationFile(['--config=a.conf'], { KURRENTDB_CONFIG: 'b' })).toBe('a.conf')
    expect(configurationFile(['--port', '1', '--config', 'a.conf'], {})).toBe('a.conf')
    expect(configurationFile([], { EVENTSTORE_CONFIG: 'c', KURRENTDB_CONFIG: 'b' })).toBe('b')
    expect(configurationFile([], {})).toBeUndefined()
  })
})

test('every option leads to one of ours', () => {
  const targets = Object.values(serverOptions).flatMap((meaning) =>
    meaning.kind === 'same' || meaning.kind === 'without' ? [meaning.option] : meaning.kind === 'switch' ? [meaning.flag] : [],
  )
  expect(targets.filter((target) => !valued.has(target) && !flags.has(target))).toEqual([])
  expect(targets.length).toBeGreaterThan(15)
})
