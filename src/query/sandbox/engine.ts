// Starts the query language in a sandbox and calls its session under a time limit.

import type { QuickJSHandle } from 'quickjs-emscripten-core'
import { helpersName, sourceName } from '../dialect/built-ins/guest-names.ts'
import { createTimeLimit, definitionSilence } from './time-limit.ts'
import type { MemoryImage } from './memory-image.ts'
import type { SessionSettings } from '../language/settings.ts'
import { languageText } from '../language/guest-text.generated.ts'
import { compiledEngine, useCompiledEngine } from './quickjs-variant.ts'
import type { Argument, CallOutcome, Sandbox } from './sandbox.ts'
import { createSandbox } from './sandbox.ts'

export type SessionCall = 'define' | 'load' | 'interruptLoad' | 'run' | 'interruptRun'

/** How a call of the session ended; `error` is `Thrown` as JSON. */
export type SessionOutcome =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'thrown'; readonly error: string }
  /** Guest code used up its time: milliseconds that the entry took. */
  | { readonly kind: 'interrupted'; readonly after: number }
  | { readonly kind: 'crashed'; readonly cause: unknown }

export interface Engine {
  /** Evaluates the prepared source as a script. */
  evaluate(code: string, limit: number): SessionOutcome
  /**
   * @param limit milliseconds for each entry into guest code.
   * @param slice milliseconds after which the batch ends between two events.
   */
  call(name: SessionCall, args: readonly Argument[], limit: number, slice?: number): SessionOutcome
  /** Opens the memory reserved for fetching an outcome. */
  openReserve(): void
  close(): void
}

/** An engine with the query language but without a query. */
export interface PreparedEngine {
  begin(settings: SessionSettings): Engine
}

/** The image from which engines on this thread start, made by the first one or received from another thread. */
let image: MemoryImage | undefined

/** The result of a thread's first start, which saves others that work. */
export interface SharedEngine {
  readonly code: WebAssembly.Module
  readonly image: MemoryImage
}

/** @returns undefined until the first engine is prepared. */
export function sharedEngine(): SharedEngine | undefined {
  const code = compiledEngine()
  return code && image && { code, image }
}

/** Uses the engine of another thread, of the same kind because the size of the stack is part of the image. */
export function useSharedEngine(given: SharedEngine): void {
  useCompiledEngine(given.code)
  image ??= given.image
}

let tell: (silence?: number) => void = () => undefined

/**
 * Sends periodic signs of life to the guard of this thread while guest code runs.
 *
 * @param listener receives the milliseconds of silence allowed from now on, where they change.
 */
export function onSignOfLife(listener: (silence?: number) => void): void {
  tell = listener
}

let spare: Promise<PreparedEngine> | undefined

/** Prepares the engine for the next query. */
export async function keepSpareEngine(): Promise<void> {
  spare ??= prepareEngine()
  await spare
}

/** @throws StoreError `sandbox-unavailable`. */
export async function startEngine(settings: SessionSettings): Promise<Engine> {
  const kept = spare
  spare = undefined
  return (await (kept ?? prepareEngine())).begin(settings)
}

/** The global name of the session in an image. */
const sessionName = `${helpersName}Session`

async function prepareEngine(): Promise<PreparedEngine> {
  let clock: QuickJSHandle | undefined
  let guest: QuickJSHandle | undefined
  const timeLimit = createTimeLimit({
    entries: () => (clock ? sandbox.readNumber(clock, 'entries') : 0),
    stop: () => clock && sandbox.setTrue(clock, 'stop'),
    interrupted: () => guest && !sandbox.hasValue(guest, 'refusal') && sandbox.setTrue(guest, 'refusal'),
    isAlive: () => tell(),
  })
  const sandbox = await createSandbox(timeLimit)
  if (!image || !sandbox.restore(image)) {
    evaluateLanguage(sandbox)
    image ??= sandbox.takeImage()
  }
  const session = sandbox.take(sessionName)
  guest = sandbox.member(session, 'guest')
  clock = sandbox.member(guest, 'clock')
  const functions = new Map<string, QuickJSHandle>()

  const functionOf = (name: string): QuickJSHandle => {
    const known = functions.get(name)
    if (known) return known
    const found = sandbox.member(session, name)
    functions.set(name, found)
    return found
  }

  function finish<Value>(outcome: CallOutcome<Value>, read: (value: Value) => string): SessionOutcome {
    if (outcome.kind === 'value') return { kind: 'value', value: read(outcome.value) }
    if (outcome.kind === 'crashed') return outcome
    if (timeLimit.interruptedAfter !== undefined) return { kind: 'interrupted', after: timeLimit.interruptedAfter }
    const described = sandbox.call(functionOf('describe'), outcome.error.dup())
    return { kind: 'thrown', error: described.kind === 'value' ? described.value : '{"message":"null","name":"","stack":""}' }
  }

  const engine: Engine = {
    evaluate(code, limit) {
      tell(definitionSilence)
      timeLimit.begin(limit, Infinity)
      const outcome = finish(sandbox.evaluate(code, sourceName), () => '')
      // The script may have caught the interruption and gone on; after the definition phase the session prevents that.
      return timeLimit.interruptedAfter === undefined ? outcome : { kind: 'interrupted', after: timeLimit.interruptedAfter }
    },
    call(name, args, limit, slice = Infinity) {
      timeLimit.begin(limit, slice)
      return finish(sandbox.call(functionOf(name), ...args), (text) => text)
    },
    openReserve: () => sandbox.openReserve(),
    close() {
      clock = undefined
      guest = undefined
      functions.clear()
    },
  }
  return {
    begin(settings) {
      valueOf(sandbox.call(functionOf('begin'), JSON.stringify(settings)))
      return engine
    },
  }
}

function evaluateLanguage(sandbox: Sandbox): void {
  const open = valueOf(sandbox.evaluate(languageText, 'prelude'))
  const session = valueOf(sandbox.callForHandle(open, sandbox.runJobs, sandbox.orderNames, sandbox.checkTime))
  sandbox.declare(helpersName, sandbox.member(session, 'helpers'))
  sandbox.leave(sessionName, session)
}

function valueOf<Value>(outcome: CallOutcome<Value>): Value {
  if (outcome.kind === 'value') return outcome.value
  throw new Error(`the query language could not start: ${outcome.kind}`)
}
