// Gives each query an engine: an instance of WebAssembly while it works, and no more than its memory where others need the instance.

import { isError, isErrorNamed } from '../../../base/platform/realms.ts'
import { OneByOne } from '../../../base/time/one-by-one.ts'
import type { SessionSettings } from '../../language/settings.ts'
import type { Argument, CallOutcome, Instance, SessionCall } from './instance.ts'
import { commonImage, createInstance, useImage } from './instance.ts'
import type { MemoryChanges, MemoryImage } from './memory-image.ts'
import { mostInstances } from './most-instances.ts'
import { nextToLeave } from './turns.ts'
import { compiledEngine, useCompiledEngine } from './quickjs-variant.ts'

export type { Argument } from './instance.ts'
export { onSignOfLife } from './instance.ts'

/** The result of a thread's first start, which saves others that work. */
export interface SharedEngine {
  readonly code: WebAssembly.Module
  readonly image: MemoryImage
}

/** @returns undefined until the first engine is prepared. */
export function sharedEngine(): SharedEngine | undefined {
  const [code, image] = [compiledEngine(), commonImage()]
  return code && image && { code, image }
}

/** Uses the engine of another thread of the same kind. */
export function useSharedEngine(given: SharedEngine): void {
  useCompiledEngine(given.code)
  useImage(given.image)
}

/** Of those of this thread; V8 collects garbage for every few memories of WebAssembly. */
const enoughAtFirst = 4

/** A query that starts takes two turns in the instances of others; one of its own costs as much as ten. */
const fewTurns = 5

/** Instances of this thread that queries may share: those that take turns seldom, and all. */
let limits = { first: enoughAtFirst, most: mostInstances }

/** @param first so many instances are enough for queries that work seldom. */
export function limitInstances(most: number, first = Math.min(enoughAtFirst, most)): void {
  limits = { first, most }
}

/** Instances without a query. */
const empty: Instance[] = []
/** The one that starts for the next query. */
let spare: Promise<Instance> | undefined
/** Engines whose instances others may take; the longest unused first. */
const seated = new Set<Engine>()
let uses = 0
/** Of the memory that came back last, for the next one that leaves. */
let unused: MemoryChanges['bytes'] | undefined

/** Prepares the engine for the next query. */
export async function keepSpareEngine(): Promise<void> {
  if (empty.length > 0) return
  const starting = (spare ??= createInstance())
  const instance = await starting
  if (spare !== starting) return
  spare = undefined
  empty.push(instance)
}

/** @throws StoreError `sandbox-unavailable`. */
export function startEngine(settings: SessionSettings): Promise<Engine> {
  return turns.run(async () => {
    const kept = spare
    spare = undefined
    const instance = await (kept ?? freeInstance(limits.first) ?? newInstance())
    instance.begin(settings)
    return new Engine(instance)
  })
}

/** Each of many that start together would find room for one more. */
const turns = new OneByOne()

/** @param enough so many instances others may have before one of them is taken. @param since see `nextToLeave`. */
const freeInstance = (enough: number, since?: number): Instance | undefined =>
  empty.pop() ?? (seated.size >= enough ? nextToLeave(seated, since)?.leave() : undefined)

const newInstance = (): Promise<Instance> =>
  createInstance().catch((error: unknown) => {
    const instance = isOutOfRoom(error) ? freeInstance(0) : undefined
    if (!instance) throw error
    return instance
  })

/** Whether the platform has no room for another memory. */
const isOutOfRoom = (error: unknown): boolean => isError(error) && isErrorNamed(error.cause, 'RangeError')

/** The engine of one query. Calls must not overlap. */
export class Engine {
  /** Undefined while another query has it. */
  #instance: Instance | undefined
  /** Kept while it has no instance. */
  #memory: MemoryChanges | undefined
  /** How often it takes the instance of another one before it gets its own. Engines differ in that: one event may wake all of them. */
  #turnsLeft = fewTurns + (uses % fewTurns)
  #isClosed = false
  /** Number of the use. */
  usedAt = ++uses

  constructor(instance: Instance) {
    this.#sit(instance)
  }

  /** Makes it ready for a call in this very task. @returns a promise where that takes a while: then it must be asked again. */
  wake(): Promise<void> | undefined {
    const before = this.usedAt
    this.usedAt = ++uses
    if (this.#instance) {
      if (seated.delete(this)) seated.add(this)
      return undefined
    }
    const enough = this.#turnsLeft-- > 0 ? limits.first : limits.most
    const instance = freeInstance(enough, before)
    if (!instance) return turns.run(async () => this.#return(freeInstance(enough, before) ?? (await newInstance())))
    this.#return(instance)
    return undefined
  }

  evaluate(code: string, limit: number): CallOutcome {
    return this.#checked(this.#instance!.evaluate(code, limit))
  }

  /** As the method of `Instance`, once it is awake. */
  call(name: SessionCall, args: readonly Argument[], limit: number, slice = Infinity): CallOutcome {
    return this.#checked(this.#instance!.call(name, args, limit, slice))
  }

  openReserve(): void {
    this.#instance!.openReserve()
    seated.delete(this)
  }

  /** Leaves its instance to other queries, where that is as it was before. */
  close(): void {
    const instance = this.#instance
    this.#isClosed = true
    this.#instance = undefined
    this.#memory = undefined
    if (!seated.delete(this) || !instance?.isCommon || empty.length > 0) return
    instance.clear()
    empty.push(instance)
  }

  /** Gives its instance up until it wakes. */
  leave(): Instance {
    const instance = this.#instance!
    seated.delete(this)
    this.#memory = instance.takeOut(unused)
    if (this.#memory.bytes === unused) unused = undefined
    this.#instance = undefined
    return instance
  }

  #return(instance: Instance): void {
    if (this.#memory) {
      instance.putIn(this.#memory)
      unused = this.#memory.bytes
    }
    this.#memory = undefined
    this.#sit(instance)
  }

  #sit(instance: Instance): void {
    this.#instance = instance
    if (instance.isCommon && !this.#isClosed) seated.add(this)
  }

  /** An instance that has grown stays with its query. */
  #checked(outcome: CallOutcome): CallOutcome {
    if (!this.#instance!.isCommon) seated.delete(this)
    return outcome
  }
}
