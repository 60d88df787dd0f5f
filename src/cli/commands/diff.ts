// The command `diff`: compares two stores, by what they hold or by how they answer the requests of a recording; exit code 1 where they differ.

import type { Release } from '../../base/release/facts.ts'
import { createStore } from '../../engine/store.ts'
import type { DiffCommand, DiffSide } from '../arguments.ts'
import { readStoreFolder } from '../files/store-folder.ts'
import type { HeldComparison, HeldDifference } from '../recordings/held.ts'
import { compareHeld } from '../recordings/held.ts'
import type { PlayedStep, Player } from '../recordings/play.ts'
import { playAtBoth } from '../recordings/play.ts'
import { readRecordings } from '../recordings/recording-file.ts'
import type { Remote } from '../remote/remote.ts'
import { authorizationOf, connectTo, reach, remoteName } from '../remote/remote.ts'
import { releaseOf } from '../remote/release.ts'
import { Failure } from '../failure.ts'
import type { Terminal } from '../terminal.ts'
import { counted } from '../terminal.ts'
import type { Tools } from '../tools.ts'

/** One of the two stores. */
interface DiffedStore {
  readonly name: string
  /** As an administrator where credentials are at hand. */
  readonly remote: Remote
  readonly player: Player
  close(): Promise<void>
}

/** @returns the exit code. */
export async function runDiff(command: DiffCommand, tools: Tools): Promise<0 | 1> {
  // A broken file is refused before any server gets a request.
  const recordings = command.recording === undefined ? undefined : readRecordings(command.recording)
  const opened: DiffedStore[] = []
  try {
    const one = openServer(command.from)
    opened.push(one)
    // Fails early where the address is no server.
    const { release } = await releaseOf(one.remote)
    const other = command.to.kind === 'db' ? await openCopy(command, release, tools) : openServer(command.to)
    opened.push(other)
    if (command.to.kind === 'server') await releaseOf(other.remote)
    if (recordings) return await diffAnswers({ recordings, one, other, isJson: command.isJson }, tools)
    const compared = await compareHeld(one.remote, other.remote, (done, all) =>
      tools.terminal.progress(() => `${counted(done, 'stream')} of ${all} compared`),
    )
    tools.terminal.done()
    await printHeld({ compared, one, other, isJson: command.isJson }, tools.terminal)
    return compared.differences.length === 0 ? 0 : 1
  } finally {
    tools.terminal.done()
    for (const { close } of opened) await close()
  }
}

function openServer({ url, user }: Extract<DiffSide, { kind: 'server' }>): DiffedStore {
  const [name, authorization] = [remoteName(url), authorizationOf(user)]
  return {
    name,
    remote: connectTo(url, user),
    player: {
      base: name,
      send: (request) => {
        // A recording may name other servers, which are not to learn the password of this one.
        const { origin } = new URL(request.url)
        const isOther = origin !== url.origin
        return reach(isOther ? origin : name, () => fetch(isOther ? request : withCredentials(request, authorization)))
      },
    },
    close: () => Promise.resolve(),
  }
}

/** Requests that carry credentials keep theirs. */
function withCredentials(request: Request, authorization: Readonly<Record<string, string>>): Request {
  if (request.headers.has('Authorization')) return request
  for (const [name, value] of Object.entries(authorization)) request.headers.set(name, value)
  return request
}

const copyBase = 'http://127.0.0.1:2113'

/** A copy in memory: requests of a recording write, and an opened store runs its projections. */
async function openCopy({ to, insecure }: DiffCommand, release: Release | undefined, tools: Tools): Promise<DiffedStore> {
  if (to.kind !== 'db') throw new Error('A server needs no copy.')
  const snapshot = await readStoreFolder(to.folder, tools)
  const broken: unknown[] = []
  const store = createStore({
    ...(release && { release }),
    security: insecure ? 'insecure' : 'secure',
    environment: { report: (error) => broken.push(error), hint: () => undefined, log: () => undefined },
  })
  try {
    await store.restore(snapshot)
    await store.settled()
  } catch (error) {
    await store.close()
    throw broken[0] ?? error
  }
  const authorization = authorizationOf(to.user)
  return {
    name: to.folder,
    remote: {
      name: to.folder,
      ask: (method, path, options = {}) => store.direct(new Request(copyBase + path, { method, ...options })),
    },
    player: { base: copyBase, send: (request) => store.fetch(withCredentials(request, authorization)) },
    close: () => store.close(),
  }
}

/** Differences to print: where one store is empty, everything differs. */
const mostPrinted = 100

interface PrintedHeld {
  readonly compared: HeldComparison
  readonly one: DiffedStore
  readonly other: DiffedStore
  readonly isJson: boolean
}

async function printHeld({ compared, one, other, isJson }: PrintedHeld, terminal: Terminal): Promise<void> {
  const { differences, streams, events, projections, subscriptions } = compared
  if (isJson) {
    const document = { agrees: differences.length === 0, from: one.name, to: other.name, ...compared }
    return await terminal.print(JSON.stringify(document, null, 2))
  }
  const held = [
    counted(events, 'event'),
    `in ${counted(streams, 'stream')},`,
    counted(projections, 'projection'),
    'and',
    counted(subscriptions, 'subscription'),
  ].join(' ')
  if (differences.length === 0) return await terminal.print(`Both hold the same: ${held}.`)
  await terminal.print(`--- ${one.name}`)
  await terminal.print(`+++ ${other.name}`)
  for (const difference of differences.slice(0, mostPrinted)) for (const line of heldLines(difference)) await terminal.print(line)
  await printRest(differences.length, terminal)
  await terminal.print(`${counted(differences.length, 'difference')} in ${held}.`)
}

const printRest = async (count: number, terminal: Terminal): Promise<void> =>
  count > mostPrinted ? await terminal.print(`… and ${counted(count - mostPrinted, 'other difference')}`) : undefined

function heldLines({ kind, name, event, what, one, other }: HeldDifference): readonly string[] {
  return [`${kind} ${name}${event === undefined ? '' : `, event ${event}`}, ${what}:`, ...sides(one, other)]
}

const sides = (one: string, other: string): readonly string[] => [`  - ${shortened(one)}`, `  + ${shortened(other)}`]

const shortened = (text: string): string => {
  const line = text.replaceAll(/\s*\n\s*/g, ' ')
  return line === '' ? '(none)' : line.length > 300 ? `${line.slice(0, 300)}…` : line
}

interface PlayedRecordings {
  readonly recordings: ReturnType<typeof readRecordings>
  readonly one: DiffedStore
  readonly other: DiffedStore
  readonly isJson: boolean
}

async function diffAnswers({ recordings, one, other, isJson }: PlayedRecordings, { terminal }: Tools): Promise<0 | 1> {
  const played: { readonly recording: string; readonly index: number; readonly step: PlayedStep }[] = []
  for (const { name = '', ...recording } of recordings) {
    const steps = await playAtBoth({ ...recording, name }, one.player, other.player)
    // A server that went away in the middle answers nothing any more.
    const broken = steps.find(({ failure }) => failure !== undefined)
    if (broken?.failure !== undefined) throw new Failure(`${requestLine(broken)} was not answered: ${firstLine(broken.failure)}`)
    played.push(...steps.map((step, index) => ({ recording: name, index, step })))
    terminal.progress(() => `${counted(played.length, 'request')} played`)
  }
  terminal.done()
  const different = played.filter(({ step }) => step.differences.length > 0)
  if (isJson) {
    const differences = different.map(({ recording, index, step }) => ({
      recording,
      step: index,
      request: requestLine(step),
      differences: step.differences,
    }))
    const document = { agrees: different.length === 0, from: one.name, to: other.name, requests: played.length, differences }
    await terminal.print(JSON.stringify(document, null, 2))
  } else if (different.length === 0) await terminal.print(`Both answer ${counted(played.length, 'request')} alike.`)
  else {
    await terminal.print(`--- ${one.name}`)
    await terminal.print(`+++ ${other.name}`)
    for (const { recording, index, step } of different.slice(0, mostPrinted)) {
      await terminal.print(`${recording}[${index}] ${requestLine(step)}`)
      for (const { path, one: mine, other: theirs } of step.differences.slice(0, 12))
        for (const line of [`  ${path}:`, ...sides(mine, theirs).map((text) => `  ${text}`)]) await terminal.print(line)
    }
    await printRest(different.length, terminal)
    await terminal.print(`${different.length} of ${counted(played.length, 'answer')} differ.`)
  }
  return different.length === 0 ? 0 : 1
}

const requestLine = ({ step: { request } }: PlayedStep): string => `${request.method ?? 'GET'} ${request.path}`

const firstLine = (text: string): string => text.replace(/^threw (?:Failure: |\w*Error: )?/, '').split('\n')[0]!
