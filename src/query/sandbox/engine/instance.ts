// One sandbox with the query language in it: calls its session under a time limit, and lets queries take turns in its memory.

import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import { helpersName, sourceName } from '../../dialect/built-ins/guest-names.ts'
import { languageText } from '../../language/guest-text.generated.ts'
import type { SessionSettings } from '../../language/settings.ts'
import type { MemoryChanges, MemoryImage } from './memory-image.ts'
import { noMemory } from './quickjs-variant.ts'
import type { Sandbox } from './sandbox.ts'
import { createSandbox } from './sandbox.ts'
import { TimeLimit, definitionSilence } from './time-limit.ts'

export type SessionCall = 'define' | 'load' | 'interruptLoad' | 'run' | 'interruptRun'

/** A value that is copied into the engine. */
export type Argument = string | number | boolean

/** How a call of the session ended; `error` is `Thrown` as JSON. */
export type CallOutcome =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'thrown'; readonly error: string }
  /** Guest code used up its time: milliseconds that the entry took. */
  | { readonly kind: 'interrupted'; readonly after: number }
  /** The engine itself failed and must not be called again. */
  | { readonly kind: 'crashed'; readonly cause: unknown }

/** The image from which the instances of this thread start, made by the first one or received from another thread. */
let image: MemoryImage | undefined

export const commonImage = (): MemoryImage | undefined => image

/** @param given by another thread of the same kind, because the size of the stack is part of the image. */
export function useImage(given: MemoryImage): void {
  image ??= given
}

/** What an instance holds besides the image before its first query, the same in all of them, and where it keeps the values that the host calls. */
let fresh: { readonly changes: MemoryChanges; readonly places: string } | undefined

let tell: (silence?: number) => void = () => undefined

/**
 * Sends periodic signs of life to the guard of this thread while guest code runs.
 *
 * @param listener receives the milliseconds of silence allowed from now on, where they change.
 */
export function onSignOfLife(listener: (silence?: number) => void): void {
  tell = listener
}

export type Instance = Awaited<ReturnType<typeof createInstance>>

/** The global name of the session in an image. */
const sessionName = `${helpersName}Session`

/** @throws StoreError `sandbox-unavailable`. */
export async function createInstance() {
  // It watches nothing before its first call begins.
  const timeLimit = new TimeLimit({
    entries: () => context.getProp(clock, 'entries').consume((count) => context.getNumber(count)),
    stop: () => context.setProp(clock, 'stop', context.true),
    interrupted() {
      const hasRefused = context.getProp(guest, 'refusal').consume((refusal) => context.typeof(refusal) !== 'undefined')
      if (!hasRefused) context.setProp(guest, 'refusal', context.true)
    },
    isAlive: () => tell(),
  })
  const sandbox = await createSandbox(timeLimit)
  const { context } = sandbox
  if (!image || !sandbox.restore(image)) {
    evaluateLanguage(sandbox)
    image ??= sandbox.takeImage()
  }
  const ofThread = image
  const session = context.getProp(context.global, sessionName)
  evaluate(context, `delete globalThis.${sessionName}`)
  const guest = context.getProp(session, 'guest')
  const clock = context.getProp(guest, 'clock')
  const places = [session, guest, clock].map(({ value }) => value).join()
  fresh ??= { changes: sandbox.changesSince(ofThread), places }
  const { changes: start } = fresh
  let isOdd = fresh.places !== places
  /** How its memory differs from the image; undefined while a query is in it. */
  let left: Pick<MemoryChanges, 'pages'> | undefined = start

  /** @param read reads the text of the value. */
  function attempt(
    run: () => ReturnType<QuickJSContext['callFunction']>,
    read: (value: QuickJSHandle) => string = (text) => context.getString(text),
  ): CallOutcome {
    try {
      const result = run()
      if (!result.error) return { kind: 'value', value: result.value.consume(read) }
      const error = result.error.consume(describe)
      const { interruptedAfter: after } = timeLimit
      return after === undefined ? { kind: 'thrown', error } : { kind: 'interrupted', after }
    } catch (cause) {
      isOdd = true
      return cause === noMemory ? { kind: 'thrown', error: outOfMemory } : { kind: 'crashed', cause }
    }
  }

  function describe(error: QuickJSHandle): string {
    const described = context.callMethod(session, 'describe', [error])
    if (!described.error) return described.value.consume((text) => context.getString(text))
    described.dispose()
    return '{"message":"null","name":"","stack":""}'
  }

  function call(name: SessionCall | 'begin', args: readonly Argument[]): CallOutcome {
    const handles: QuickJSHandle[] = []
    const outcome = attempt(() => {
      for (const value of args) handles.push(toHandle(context, value))
      return context.callMethod(session, name, handles)
    })
    if (outcome.kind !== 'crashed') for (const handle of handles) handle.dispose()
    return outcome
  }

  return {
    /** Begins a query in an instance that has none. */
    begin(settings: SessionSettings): void {
      if (left && left !== start) sandbox.exchange(ofThread, left, start)
      left = undefined
      const begun = call('begin', [JSON.stringify(settings)])
      if (begun.kind !== 'value') throw new Error(`the query language could not start: ${begun.kind}`)
    },
    /** Evaluates the prepared source as a script. */
    evaluate(code: string, limit: number): CallOutcome {
      tell(definitionSilence)
      timeLimit.begin(limit, Infinity)
      const outcome = attempt(
        () => context.evalCode(code, sourceName, { type: 'global' }),
        () => '',
      )
      // The script may have caught the interruption and gone on; after the definition phase the session prevents that.
      return timeLimit.interruptedAfter === undefined ? outcome : { kind: 'interrupted', after: timeLimit.interruptedAfter }
    },
    /**
     * @param limit milliseconds for each entry into guest code.
     * @param slice milliseconds after which the batch ends between two events.
     */
    call(name: SessionCall, args: readonly Argument[], limit: number, slice: number): CallOutcome {
      timeLimit.begin(limit, slice)
      return call(name, args)
    },
    /** Opens the memory reserved for fetching an outcome. */
    openReserve(): void {
      isOdd = true
      sandbox.openReserve()
    },

    // ---- turns of queries: only between calls, and only while `isCommon`

    /** Whether its memory is as large as that of every other, and its values in the same places: the memory of any query fits. */
    get isCommon(): boolean {
      return !isOdd && sandbox.hasSizeOf(ofThread)
    },
    /** @param buffer of a query that is not needed any more. @returns the query, whose remains stay until another one comes. */
    takeOut(buffer?: MemoryChanges['bytes']): MemoryChanges {
      const changes = sandbox.changesSince(ofThread, buffer)
      left = { pages: changes.pages }
      return changes
    },
    /** Puts a query in where none is. */
    putIn(query: MemoryChanges): void {
      sandbox.exchange(ofThread, left!, query)
      left = undefined
    },
    /** Forgets the query. */
    clear(): void {
      sandbox.reset(ofThread)
      left = { pages: [] }
    },
  }
}

/** Leaves the session on the global object, and declares a global constant that the global object does not show. */
function evaluateLanguage({ context, hostFunctions }: Sandbox): void {
  const open = evaluate(context, languageText)
  const session = context.unwrapResult(context.callFunction(open, context.undefined, ...hostFunctions))
  context.setProp(context.global, sessionName, session)
  evaluate(context, `const ${helpersName} = ${sessionName}.helpers`)
}

function toHandle(context: QuickJSContext, value: Argument): QuickJSHandle {
  if (typeof value === 'string') return context.newString(value)
  if (typeof value === 'number') return context.newNumber(value)
  return value ? context.true : context.false
}

/** The engine's own exception, as `Thrown`. */
const outOfMemory = '{"message":"out of memory","name":"InternalError","stack":""}'

/** Evaluates code of ours. */
const evaluate = (context: QuickJSContext, code: string): QuickJSHandle =>
  context.unwrapResult(context.evalCode(code, 'prelude', { type: 'global' }))
