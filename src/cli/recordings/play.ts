// Plays a recording at one store and compares its answers with the recorded ones, or at two stores and compares theirs.

import { isError } from '../../base/platform/realms.ts'
import type { RecordedAnswer } from './answer.ts'
import { basePlace, readAnswer } from './answer.ts'
import type { AnswerDifference } from './differences.ts'
import { differencesOf, guid } from './differences.ts'
import { createProjectionIds } from './projection-ids.ts'
import type { RecordedStep, Recording } from './recording.ts'

export type SendRecorded = (request: Request) => Promise<Response>

/** A store that answers. */
export interface Player {
  readonly send: SendRecorded
  /** Its address, without a trailing slash. */
  readonly base: string
}

export interface PlayedStep {
  readonly step: RecordedStep
  /** Empty if the step agrees. */
  readonly differences: readonly AnswerDifference[]
  /** Why the step and those behind it were not played. */
  readonly failure?: string
}

type Variables = Record<string, string>

const fill = (text: string, variables: Variables): string =>
  text.replace(/\$\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(variables, name) ? variables[name]! : whole))

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A byte for each character, as recordings of servers were sent; what has no such bytes is UTF-8. */
const toBase64 = (text: string): string =>
  /[^\0-\xff]/.test(text) ? btoa(String.fromCharCode(...new TextEncoder().encode(text))) : btoa(text)

function toRequest(step: RecordedStep, base: string, variables: Variables): Request {
  const { method = 'GET', path, headers = {}, auth, body } = step.request
  const url = fill(path, variables)
  const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value, variables)]))
  if (auth !== undefined) filled['Authorization'] = `Basic ${toBase64(auth)}`
  const content = body === undefined ? undefined : fill(typeof body === 'string' ? body : JSON.stringify(body), variables)
  return new Request(/^https?:/.test(url) ? url : base + url, {
    method,
    headers: filled,
    redirect: 'manual',
    ...(content !== undefined && { body: content }),
  })
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) => (inner === undefined || inner === null ? undefined : (inner as Record<string, unknown>)[name]),
    value,
  )

/** The text that patterns are matched against: numbers and words as they are, everything else as JSON. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

async function playStep(step: RecordedStep, { send, base }: Player, variables: Variables): Promise<RecordedAnswer> {
  if (step.wait) await sleep(step.wait)
  const deadline = Date.now() + (step.poll?.timeoutMs ?? 15_000)
  for (;;) {
    const { exact, plain } = await readAnswer(await send(toRequest(step, base, variables)), [base])
    const settled = !step.poll || new RegExp(step.poll.matches).test(asText(at(plain, step.poll.path))) || Date.now() > deadline
    if (!settled) {
      await sleep(step.poll?.everyMs ?? 50)
      continue
    }
    for (const [name, from] of Object.entries(step.capture ?? {})) {
      const found = from.header !== undefined ? exact.headers[from.header] : at(plain.body, from.body ?? [])
      const value = found === null ? '' : asText(found)
      const captured = from.match === undefined ? value : (new RegExp(from.match).exec(value)?.[1] ?? '')
      variables[name] = captured.replaceAll(basePlace, base)
    }
    return exact
  }
}

/** @returns the differences of one step. */
type Play = (step: RecordedStep) => Promise<readonly AnswerDifference[]>

/** Plays every step in order. @returns one outcome for each; steps after one that threw are not played. */
async function playAll({ steps }: Recording, play: Play): Promise<PlayedStep[]> {
  const played: PlayedStep[] = []
  for (const step of steps) {
    try {
      played.push({ step, differences: await play(step) })
    } catch (error) {
      played.push({ step, differences: [], failure: `threw ${isError(error) ? error.stack : String(error)}` })
      break
    }
  }
  for (const step of steps.slice(played.length)) played.push({ step, differences: [], failure: 'not reached' })
  return played
}

const idsIn = ({ steps }: Recording): ReadonlySet<string> =>
  new Set(
    JSON.stringify(steps.map((step) => step.request))
      .match(guid)
      ?.map((id) => id.toLowerCase()),
  )

/** Plays a recording at one store, and compares its answers with the recorded ones. */
export function playRecording(recording: Recording, player: Player): Promise<PlayedStep[]> {
  const variables: Variables = { base: player.base }
  const by = { known: idsIn(recording), ids: createProjectionIds() }
  return playAll(recording, async (step) =>
    differencesOf(step.expect, await playStep(step, player, variables), { ...by, ignore: step.ignore }),
  )
}

/** Plays a recording at two stores, step by step, and compares their answers with each other. The recorded answers do not count. */
export function playAtBoth(recording: Recording, one: Player, other: Player): Promise<PlayedStep[]> {
  const [ours, theirs]: readonly Variables[] = [{ base: one.base }, { base: other.base }]
  const by = { known: idsIn(recording), ids: createProjectionIds({ isEither: true }) }
  return playAll(recording, async (step) => {
    const answers = await Promise.all([playStep(step, one, ours!), playStep(step, other, theirs!)])
    return differencesOf(...answers, { ...by, ignore: step.ignore })
  })
}
