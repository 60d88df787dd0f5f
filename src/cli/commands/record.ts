// The command `record`: a proxy that writes the requests and answers of a server into a recording, and the appended events into a scenario.

import { existsSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { scenarioOfSnapshot } from '../../engine/snapshot/to-scenario.ts'
import { createStore } from '../../engine/store.ts'
import type { RecordCommand } from '../arguments.ts'
import { Failure } from '../failure.ts'
import { recordedStep } from '../recordings/recorded-exchange.ts'
import type { RecordedStep, Recording } from '../recordings/recording.ts'
import { playRecording } from '../recordings/play.ts'
import { readRecordings } from '../recordings/recording-file.ts'
import { RecordingWriter } from '../recordings/recording-writer.ts'
import { authorizationOf, connectTo, reach, remoteName } from '../remote/remote.ts'
import { releaseOf } from '../remote/release.ts'
import { counted, printResult } from '../terminal.ts'
import type { Tools } from '../tools.ts'

export async function runRecord(command: RecordCommand, tools: Tools): Promise<void> {
  const { terminal, startProxy, untilInterrupted } = tools
  const { isJson } = command
  const interrupted = untilInterrupted()
  const target = remoteName(command.url)
  // Fails early where nothing answers.
  const { release } = await releaseOf(connectTo(command.url, command.user))
  if (command.scenario !== undefined) requirePlace(command.scenario, command.out)
  let opened: RecordingWriter | undefined
  // Replaces a recording that was there only when this one can begin.
  const writer = (): RecordingWriter => (opened ??= new RecordingWriter(command.out, command.name, {}))
  const proxy = new RecordingProxy(command, writer, (line) => terminal.note(line))
  const started = await startProxy(proxy.pass, { port: command.port, warn: (line) => terminal.note(line) })
  try {
    writer()
    const sentence = `Recording what passes ${started.url} on its way to ${target}.`
    await printResult(terminal, isJson, sentence, { url: started.url, server: target })
    await Promise.race([interrupted, started.closed])
  } finally {
    await started.close()
    opened?.close()
  }
  const requests = writer().count
  await printResult(terminal, isJson, `Recorded ${counted(requests, 'request')} in ${command.out}.`, { requests, file: command.out })
  if (command.scenario === undefined) return
  const [recording] = readRecordings(command.out)
  const { scenario, leftOut } = await scenarioOf(recording!, release)
  writeFileSync(command.scenario, `${JSON.stringify(scenario, null, 2)}\n`)
  const events = scenario.events?.length ?? 0
  await printResult(terminal, isJson, `Wrote ${counted(events, 'event')} to ${command.scenario}.`, { events, file: command.scenario })
  if (leftOut.length > 0) terminal.note(`Left out, as a scenario cannot say them: ${leftOut.join(', ')}.`)
}

/** Checks at the start that the file can be written: a failure at the end would lose the recording. */
function requirePlace(scenario: string, out: string): void {
  const folder = dirname(resolve(scenario))
  if (!existsSync(folder)) throw new Failure(`There is no folder "${dirname(scenario)}".`)
  if (statSync(scenario, { throwIfNoEntry: false })?.isDirectory() === true) throw new Failure(`"${scenario}" is a folder.`)
  if (resolve(scenario) === resolve(out)) throw new Failure(`The recording and the scenario cannot both be "${scenario}".`)
}

/** Passes requests on, and keeps them in the order in which they were answered. */
class RecordingProxy {
  readonly #target: string
  readonly #authorization: Readonly<Record<string, string>>
  readonly #writer: () => RecordingWriter
  readonly #note: (line: string) => void

  constructor({ url, user }: Pick<RecordCommand, 'url' | 'user'>, writer: () => RecordingWriter, note: (line: string) => void) {
    this.#target = remoteName(url)
    this.#authorization = authorizationOf(user)
    this.#writer = writer
    this.#note = note
  }

  readonly pass = async (request: Request): Promise<Response> => {
    const { pathname, search, origin } = new URL(request.url)
    // Links in answers have the server's base path; an application that was given the command's address has none.
    const base = new URL(this.#target).pathname.replace(/\/$/, '')
    const path = (pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname) + search
    const body = new Uint8Array(await request.arrayBuffer())
    const answered = await this.#ask(path, this.#passed(request, body, origin))
    if (typeof answered === 'string') return new Response(`${answered}\n`, { status: 502, statusText: 'Bad Gateway' })
    const { response, answer } = answered
    const { method, headers } = request
    const bases = [origin + base, this.#target, origin]
    const recorded = await recordedStep({ method, path, headers, body, response: withBody(response, answer), bases })
    if (recorded) this.#writer().add(recorded)
    else this.#note(`${method} ${path} passed and was not recorded: a body is no text.`)
    return this.#led(withBody(response, answer), origin)
  }

  /** A redirect names the address at which the server was asked, whatever a proxy tells it (streams-http §4.5). */
  #led(answer: Response, origin: string): Response {
    const server = new URL(this.#target).origin
    const location = answer.headers.get('Location')
    if (location?.startsWith(`${server}/`)) answer.headers.set('Location', origin + location.slice(server.length))
    return answer
  }

  /** @returns the whole answer, or why there is none. */
  async #ask(path: string, init: RequestInit): Promise<{ response: Response; answer: Uint8Array<ArrayBuffer> } | string> {
    try {
      return await reach(this.#target, async () => {
        const response = await fetch(this.#target + path, init)
        return { response, answer: new Uint8Array(await response.arrayBuffer()) }
      })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // A client that gives up, as of a long poll, says nothing about the server.
      if (init.signal?.aborted !== true) this.#note(error.message)
      return error.message
    }
  }

  /** With the address that the client knows, for the links in answers. */
  #passed({ method, headers, signal }: Request, body: Uint8Array<ArrayBuffer>, origin: string): RequestInit {
    const { protocol, host } = new URL(origin)
    const given = new Headers(headers)
    for (const name of hopByHop) given.delete(name)
    // A page asks the proxy: the server judges it by the address that both have.
    if (given.get('Origin') === origin) given.set('Origin', new URL(this.#target).origin)
    given.set('X-Forwarded-Host', host)
    given.set('X-Forwarded-Proto', protocol.slice(0, -1))
    if (!given.has('Authorization')) for (const [name, value] of Object.entries(this.#authorization)) given.set(name, value)
    return { method, headers: given, signal, redirect: 'manual', ...(body.length > 0 && { body }) }
  }
}

/** Of one connection, not of the request. */
const hopByHop = ['Host', 'Connection', 'Keep-Alive', 'Transfer-Encoding', 'Content-Length', 'TE', 'Trailer', 'Upgrade', 'Expect']

/** What describes bytes that were decoded on the way. */
const ofEncoding = ['Content-Encoding', 'Content-Length', 'Transfer-Encoding', 'Connection', 'Keep-Alive']

function withBody(response: Response, body: Uint8Array<ArrayBuffer>): Response {
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  for (const name of ofEncoding) headers.delete(name)
  const isBare = status === 204 || status === 205 || status === 304
  return new Response(isBare ? null : body, { status, statusText, headers })
}

/** Plays the successful writes at an empty store: what it holds then was appended. */
async function scenarioOf(recording: Recording, release: Awaited<ReturnType<typeof releaseOf>>['release']) {
  const store = createStore({
    ...(release && { release }),
    security: 'insecure',
    acceptUnparsableBodies: true,
    environment: { hint: () => undefined, log: () => undefined },
  })
  try {
    const steps = recording.steps.filter(isWrite).map(unconditional)
    await playRecording({ ...recording, steps }, { base: 'http://127.0.0.1:2113', send: (request) => store.fetch(request) })
    return scenarioOfSnapshot(await store.snapshot())
  } finally {
    await store.close()
  }
}

const isWrite = ({ request: { method = 'GET', path }, expect: { status } }: RecordedStep): boolean =>
  method !== 'GET' && Number(status) >= 200 && Number(status) < 300 && /^\/(?:streams|projections?)\//.test(path)

/** The recorded server may have had events before: a version that it expected says nothing here. */
function unconditional(step: RecordedStep): RecordedStep {
  const headers = Object.entries(step.request.headers ?? {}).filter(([name]) => !/^(?:es|kurrent)-expectedversion$/i.test(name))
  return { ...step, request: { ...step.request, headers: Object.fromEntries(headers) } }
}
