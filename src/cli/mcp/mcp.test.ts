// A client of the official SDK starts the command and calls every tool.

import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readArguments } from '../arguments.ts'

const command = join(import.meta.dirname, '..', '..', 'cli.ts')
const query = "fromStream('orders').when({ $init: () => ({ n: 0 }), Placed: (s, e) => { s.n += e.data.total; log('seen') } })"

const called = new Set<string>()
let client: Client
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rillbox-mcp-'))
  writeFileSync(join(folder, 'events.ndjson'), '{"stream":"orders","type":"Placed","data":{"total":2}}\n')
  client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [command, 'mcp', '--events', join(folder, 'events.ndjson')] }),
  )
})
afterAll(async () => {
  await client.close()
  rmSync(folder, { recursive: true })
})

async function call(name: string, given: Record<string, unknown> = {}): Promise<{ isError: boolean; text: string }> {
  called.add(name)
  const { isError, content } = (await client.callTool({ name, arguments: given })) as { isError: boolean; content: { text: string }[] }
  return { isError, text: content[0]!.text }
}
const resultOf = async (name: string, given?: Record<string, unknown>): Promise<unknown> => {
  const { isError, text } = await call(name, given)
  expect({ isError, text }).toMatchObject({ isError: false })
  return JSON.parse(text)
}

test('append and read', async () => {
  const events = [{ type: 'Placed', data: { total: 3 }, metadata: { by: 'ann' } }, { type: 'Shipped' }]
  expect(await resultOf('append', { stream: 'orders', events })).toEqual({ first: 1, last: 2 })
  expect(await resultOf('read', { stream: 'orders', from: 1, limit: 1 })).toMatchObject([{ type: 'Placed', data: { total: 3 } }])
  expect(await resultOf('read')).toContainEqual({ name: 'orders', events: 3, last: 2, deleted: 'no' })
})

test('run', async () => {
  expect(await resultOf('run', { query })).toMatchObject({ handled: 2, skipped: 1, states: { '': { n: 5 } }, logs: ['seen', 'seen'] })
  expect(await resultOf('run', { query: 'fromAll(' })).toMatchObject({ fault: { kind: 'syntax', line: 1 } })
})

test('check', async () => {
  expect(await resultOf('check', { query: query.replace('Placed', 'Placd') })).toMatchObject([
    { code: 'unknown-type', severity: 'warning', message: 'No event of type Placd was seen. Did you mean Placed?' },
  ])
})

test('step', async () => {
  expect(await resultOf('step', { query, from: 1 })).toMatchObject({
    steps: [
      {
        event: { stream: 'orders', number: 1 },
        handler: 'Placed',
        before: { n: 2 },
        after: { n: 5 },
        logs: ['seen'],
        lines: [{ line: 1 }],
      },
    ],
  })
  expect(await resultOf('step', { query, limit: 1 })).toMatchObject({ more: true })
})

test('compare', async () => {
  expect(await resultOf('compare', { one: query, other: query })).toMatchObject({ agrees: true })
  expect(await resultOf('compare', { one: query, other: query.replace('n: 0', 'n: 1') })).toMatchObject({
    agrees: false,
    first: { stream: 'orders', number: 0 },
  })
})

test('explain', async () => {
  expect(await resultOf('explain', { query: query.replace('Placed', 'Placd') })).toMatchObject({
    events: 3,
    handled: 0,
    skipped: [{ reason: 'type-not-handled', count: 3 }],
  })
})

test('what goes wrong is told, and the tools go on', async () => {
  expect(await call('run')).toEqual({ isError: true, text: 'run needs query.' })
  expect(await call('explain')).toEqual({ isError: true, text: 'explain needs a query, or the name of a projection.' })
  expect((await call('explain', { projection: 'none' })).isError).toBe(true)
  expect((await client.callTool({ name: 'none' })).isError).toBe(true)
  expect(await resultOf('run', { query })).toMatchObject({ handled: 2 })
})

test.each([
  ['append', { stream: 5, events: [{ type: 'T' }] }, 'stream: expected a text, found 5'],
  ['append', { stream: 'a', events: [null] }, 'events[0]: expected an object, found null'],
  ['append', { stream: 'a', events: [{ type: 'T', data: 5 }] }, 'events[0].data: expected an object, a list or a text, found 5'],
  ['read', { stream: 'orders', limit: 'all' }, 'limit: expected a whole number from 0, found "all"'],
  ['read', { limit: -1 }, 'limit: expected a whole number from 0, found -1'],
  ['run', { query: 5 }, 'query: expected a text, found 5'],
  ['run', { query, engine: '2' }, 'engine: expected 1 or 2, found "2"'],
  ['run', { query, emit: 'no' }, 'emit: expected true or false, found "no"'],
  ['step', { query, partion: 'a' }, 'partion: is not known here; known are query, emit, engine, partition, from, limit'],
])('%s says what it cannot use of %j', async (name, given, problem) => {
  expect(await call(name, given)).toEqual({ isError: true, text: `${name} cannot use this:\n${problem}` })
})

test('every tool was called', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).toSorted()).toEqual([...called].toSorted())
})

test('standard input is not taken for events', () => {
  expect(readArguments(['mcp', '--events', '-'])).toMatchObject({ kind: 'problem' })
})

test('where the SDK is not installed, one sentence says so', async () => {
  // Sources without node_modules above them.
  const source = join(folder, 'src')
  cpSync(join(import.meta.dirname, '..', '..', 'cli', 'mcp'), join(source, 'cli', 'mcp'), { recursive: true })
  cpSync(join(import.meta.dirname, '..', '..', 'cli', 'failure.ts'), join(source, 'cli', 'failure.ts'))
  cpSync(join(import.meta.dirname, '..', '..', 'engine', 'shape.ts'), join(source, 'engine', 'shape.ts'))
  cpSync(join(import.meta.dirname, '..', '..', 'base'), join(source, 'base'), { recursive: true })
  const program = `import { serveMcp } from ${JSON.stringify(join(source, 'cli', 'mcp', 'mcp-server.ts'))}
    await serveMcp([], '1').catch((error) => console.log(error.name + ': ' + error.message))`
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', program], (_error, stdout, stderr) => resolve(stdout + stderr))
  })
  expect(output.trim()).toBe('Failure: The SDK of the Model Context Protocol is not installed: npm i -D @modelcontextprotocol/sdk')
})
