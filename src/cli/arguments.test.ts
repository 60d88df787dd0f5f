import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'
import { commandNames, declarationOf } from './declarations/commands.ts'
import { usage } from './declarations/usage.ts'

const read = (line: string) => readArguments(line.split(' ').filter((word) => word !== ''))

const unasked = {
  config: undefined,
  log: undefined,
  advertiseHost: undefined,
  advertisePort: undefined,
  trustedAuth: false,
  notes: [],
  control: false,
  seed: undefined,
  clock: undefined,
  cert: undefined,
  key: undefined,
  devCert: undefined,
  release: undefined,
  maxAppendSize: undefined,
  allowHosts: [],
  allowOrigins: [],
  allowAnonymous: undefined,
  allowAnonymousEndpoints: undefined,
  defaultAdminPassword: undefined,
  defaultOpsPassword: undefined,
  projections: undefined,
  watch: false,
}

describe('readArguments', () => {
  it('reads the options of serve', () => {
    expect(read('serve')).toEqual({
      kind: 'serve',
      port: 2113,
      host: '127.0.0.1',
      db: undefined,
      insecure: false,
      scenario: undefined,
      ui: undefined,
      caching: false,
      systemProjections: true,
      acceptUnparsableBodies: false,
      ...unasked,
    })
    expect(read('serve --port=0 --host 0.0.0.0 --db ./store --insecure --scenario a.json --ui ./pages --caching')).toEqual({
      kind: 'serve',
      port: 0,
      host: '0.0.0.0',
      db: './store',
      insecure: true,
      scenario: 'a.json',
      ui: './pages',
      caching: true,
      systemProjections: true,
      acceptUnparsableBodies: false,
      ...unasked,
    })
    expect(read('serve --no-system-projections --accept-unparsable-bodies')).toMatchObject({
      systemProjections: false,
      acceptUnparsableBodies: true,
    })
  })

  it('reads control, seed and clock', () => {
    expect(read('serve --control --seed 7 --clock 2026-01-01T09:00:00Z')).toMatchObject({
      control: true,
      seed: 7,
      clock: '2026-01-01T09:00:00Z',
    })
    expect(read('serve --seed x')).toMatchObject({ kind: 'problem', message: '--seed takes a whole number, not "x".' })
    expect(read('serve --clock noon')).toMatchObject({ kind: 'problem' })
    expect(read('serve --clock +012026-01-01T00:00:00Z')).toMatchObject({ kind: 'problem' })
  })

  it('reads the allowed origins and hosts', () => {
    const named = 'serve --allow-host es.test --allow-host * --allow-origin https://app.test'
    const anonymous = '--allow-anonymous-stream-access=false --allow-anonymous-endpoint-access true'
    expect(read(`${named} ${anonymous} --default-admin-password a --default-ops-password b`)).toMatchObject({
      allowHosts: ['es.test', '*'],
      allowOrigins: ['https://app.test'],
      allowAnonymous: false,
      allowAnonymousEndpoints: true,
      defaultAdminPassword: 'a',
      defaultOpsPassword: 'b',
    })
  })

  it.each([
    [
      'run query.js --events events.ndjson',
      { isJson: false, kind: 'run', query: 'query.js', events: 'events.ndjson', release: '26.1', engine: 1 },
    ],
    ['run query.js', { isJson: false, kind: 'run', query: 'query.js', events: undefined, release: '26.1', engine: 1 }],
    [
      'run query.js --release 26.2 --engine 2',
      { isJson: false, kind: 'run', query: 'query.js', events: undefined, release: '26.2', engine: 2 },
    ],
    ['run query.js --engine 3', { kind: 'problem', message: '--engine takes 1 or 2, not "3".', of: 'run' }],
    ['compare a.js b.js --engine 2 --release 23.10', { kind: 'problem', message: 'Release 23.10 has no second engine.', of: 'compare' }],
    ['run query.js --events -', { isJson: false, kind: 'run', query: 'query.js', events: undefined, release: '26.1', engine: 1 }],
    ['import --db d events.ndjson', { isJson: false, kind: 'import', db: 'd', file: 'events.ndjson', replace: false }],
    ['import - --db d --replace', { isJson: false, kind: 'import', db: 'd', file: undefined, replace: true }],
    ['export --db d', { isJson: false, kind: 'export', db: 'd', file: undefined }],
    ['export out.ndjson --db d', { isJson: false, kind: 'export', db: 'd', file: 'out.ndjson' }],
    ['pull http://h:1/es --db d', { isJson: false, kind: 'pull', url: new URL('http://h:1/es'), user: undefined, db: 'd', emitted: false }],
    [
      'push https://u:p@h --db d --emitted',
      { isJson: false, kind: 'push', url: new URL('https://h'), user: { login: 'u', password: 'p' }, db: 'd', emitted: true },
    ],
    [
      'pull http://u:p@h --user v:q --db d',
      { isJson: false, kind: 'pull', url: new URL('http://h'), user: { login: 'v', password: 'q' }, db: 'd', emitted: false },
    ],
  ])('reads "%s"', (line, command) => {
    expect(read(line)).toEqual(command)
  })

  it.each([
    ['', undefined],
    ['help', undefined],
    ['--help', undefined],
    ['-h', undefined],
    ['help run', 'run'],
    ['help nonsense', undefined],
    ['serve --help', 'serve'],
    ['serve --port x -h', 'serve'],
  ])('helps with "%s"', (line, of) => {
    expect(read(line)).toEqual({ kind: 'help', of })
  })

  it.each(['version', '--version', '-v'])('tells its version: %s', (line) => {
    expect(read(line)).toEqual({ kind: 'version' })
  })

  it.each([
    ['nonsense', 'There is no command "nonsense".'],
    ['serve --port 99999', '--port takes a number from 0 to 65535, not "99999".'],
    ['serve --port -1', "Option '--port' argument is ambiguous"],
    ['serve --port 2113x', '--port takes a number from 0 to 65535, not "2113x".'],
    ['serve --prot 2113', "Unknown option '--prot'. Did you mean --port?"],
    ['serve --db', "Option '--db <value>' argument missing."],
    ['serve --db=', '--db is empty.'],
    ['serve --allow-host a --allow-host=', '--allow-host is empty.'],
    ['serve --allow-anonymous-endpoint-access toString', '--allow-anonymous-endpoint-access takes true or false, not "toString".'],
    ['serve --allow-anonymous-stream-access no', '--allow-anonymous-stream-access takes true or false, not "no".'],
    ['serve --caching=yes', "Option '--caching' does not take an argument."],
    ['serve --cert a.pem', '--cert and --key belong together.'],
    ['serve --cert a.pem --key a.key --dev-cert d', '--dev-cert makes a certificate: give it, or --cert and --key.'],
    ['serve --release 22.10', '--release takes one of 23.10, 26.1, 26.2, not "22.10".'],
    ['serve --max-append-size 0', '--max-append-size takes a number of bytes, not "0".'],
    ['check q.js --engine 3', '--engine takes 1 or 2, not "3".'],
    ['check q.js --json --sarif', 'Give one of --json and --sarif.'],
    ['compare a b --db d --from http://h', 'Give one of --events, --db and --from.'],
    ['serve now', '"now" is one argument too many.'],
    ['run', 'Which query? Give a file.'],
    ['run a b', '"b" is one argument too many.'],
    ['import events.ndjson', 'Which store? Give its folder with --db.'],
    ['export', 'Which store? Give its folder with --db.'],
    ['pull --db d', 'Which server? Give its URL.'],
    ['pull localhost:2113 --db d', '"localhost:2113" is not a URL like http://localhost:2113.'],
    ['push nowhere --db d', '"nowhere" is not a URL like http://localhost:2113.'],
    ['pull http://h --db d --user secret', '--user takes NAME:PASSWORD.'],
    ['pull http://h', 'Which store? Give its folder with --db.'],
    ['push http://h', 'What? Give the folder of a store with --db, or of projections with --projections.'],
  ])('names the mistake in "%s"', (line, message) => {
    const command = read(line)
    expect(command).toMatchObject({ kind: 'problem', message: expect.stringContaining(message) as string })
    expect((command as { message: string }).message).not.toContain('\n')
  })
})

it('takes credentials from the environment', () => {
  const given = ['pull', 'http://h', '--db', 'd']
  expect(readArguments(given, { RILLBOX_USER: 'u:p' })).toMatchObject({ user: { login: 'u', password: 'p' } })
  expect(readArguments(given, { RILLBOX_USER: 'secret' })).toMatchObject({ kind: 'problem', message: 'RILLBOX_USER takes NAME:PASSWORD.' })
})

describe('usage', () => {
  it('names every command', () => {
    for (const name of commandNames) {
      expect(usage(undefined)).toContain(`rillbox ${name}`)
      expect(usage(name)).toContain(`rillbox ${name}`)
    }
  })

  it.each(commandNames)('explains each option of %s, and has no long lines', (name) => {
    for (const { name: option, explained } of Object.values(declarationOf(name).options)) {
      expect(usage(name)).toMatch(new RegExp(`^  --${option}\\b`, 'm'))
      expect(usage(name).replaceAll(/\s+/g, ' ')).toContain(explained)
    }
    expect(
      usage(name)
        .split('\n')
        .filter((line) => line.length > 120),
    ).toEqual([])
  })
})
