// Commands that ask a server: one that is no event store, or goes away in the middle of an answer, ends them with one line.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../commands.fixture.ts'
import { connectTo } from './remote.ts'

let folder: string
let server: Server | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rillbox-remote-'))
  writeFileSync(join(folder, 'any.js'), 'fromAll().when({ $any: (state) => state })')
})
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  server = undefined
  rmSync(folder, { recursive: true })
})

async function answering(answer: RequestListener): Promise<string> {
  const started = createServer(answer)
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`
}

it('gives up on a server that takes a request, or begins an answer, and then says nothing', async () => {
  const listeners: readonly RequestListener[] = [() => undefined, (_, response) => void response.writeHead(200).write('[')]
  for (const listener of listeners) {
    const url = await answering(listener)
    await expect(connectTo(new URL(url), undefined, 50).ask('GET', '/projections/any')).rejects.toThrow(
      `${url} cannot be reached: it has not answered for 0.05 seconds.`,
    )
    server!.closeAllConnections()
    server!.close()
  }
})

const strangers: readonly (readonly [what: string, answer: RequestListener])[] = [
  ['pages', (_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>')],
  ['objects', (_, response) => response.setHeader('Content-Type', 'application/json').end('{}')],
  ['nothing', (_, response) => response.setHeader('Content-Type', 'application/json').end('null')],
  ['half a document', (_, response) => response.setHeader('Content-Type', 'application/json').end('{"projections":')],
  [
    'half an answer',
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' }).write('{"projections":')
      setTimeout(() => response.destroy(), 20)
    },
  ],
]

describe.each(strangers)('a server that answers %s', (_, answer) => {
  it.each([
    ['diff', '--from', 'URL', '--to', 'URL'],
    ['dry-run', 'reset', 'any', '--from', 'URL'],
    ['profile', 'FOLDER/any.js', '--from', 'URL'],
    ['types', '--from', 'URL'],
    ['pull', 'URL', '--db', 'FOLDER/store'],
    ['push', 'URL', '--projections', 'FOLDER'],
  ])('ends %s with one line', async (...given: string[]) => {
    const url = await answering(answer)
    const { failure } = await runCommand(...given.map((part) => part.replace('URL', url).replace('FOLDER', folder)))
    expect(failure).toMatch(/^.*(?:no event store|an event store\?|cannot be reached|no control routes).*$/)
  })
})
