// Shares one started store: starts with the same options get the same store, and the last of as many stops ends it.

import { StoreError } from '../base/errors.ts'
import { isPlainObject } from '../base/platform/realms.ts'

export interface HostedStore<S> {
  readonly store: S
  /** Whether it no longer serves the page, so that another store may start. */
  isLost(): boolean
  end(): Promise<void>
}

interface Share<O, S> {
  options: O
  readonly promise: Promise<S & Stoppable>
  isLost(): boolean
  /** Ends it for all holders. */
  end(): Promise<void>
  hold(): void
}

export interface Stoppable {
  stop(): Promise<void>
}

/**
 * @param later what a running store takes from a later start: a name of an option, and what happens where it differs.
 * @returns a function that begins a store only where none is started or the started one is lost, after an end under way. Each start needs one
 *   stop: the last stop ends the store. Rejects with StoreError `setup-started-twice` for options that differ from those of the first start.
 */
export function shareStart<O extends object, S extends object>(
  begin: (options: O) => Promise<HostedStore<S>>,
  later?: { readonly name: keyof O & string; readonly take: (store: S, options: O) => Promise<unknown> },
): (options: O) => Promise<S & Stoppable> {
  let current: Share<O, S> | undefined
  let ending: Promise<unknown> = Promise.resolve()

  function share(options: O, before: Share<O, S> | undefined): Share<O, S> {
    let holders = 1
    let begun: HostedStore<S> | undefined
    let ended: Promise<void> | undefined
    const end = (): Promise<void> => {
      if (ended) return ended
      holders = 0
      if (current === mine) current = undefined
      ended = begun!.end()
      ending = ended.catch(() => undefined)
      return ended
    }
    const stop = async (): Promise<void> => {
      if (holders > 1) holders--
      else await end()
    }
    const start = async (): Promise<S & Stoppable> => {
      try {
        await before?.end()
        await ending
        begun = await begin(options)
        return { ...begun.store, stop }
      } catch (error) {
        if (current === mine) current = undefined
        throw error
      }
    }
    const mine: Share<O, S> = { options, promise: start(), isLost: () => begun?.isLost() ?? false, end, hold: () => void holders++ }
    return mine
  }

  return (options) => {
    if (!current || current.isLost()) return (current = share(options, current)).promise
    const differing = differingOptions(current.options, options)
    const refused = differing.filter((name) => name !== later?.name)
    if (refused.length > 0) return Promise.reject(startedTwice(refused))
    current.hold()
    if (differing.length === 0) return current.promise
    current.options = options
    return takeLater(current.promise, options)
  }

  async function takeLater(started: Promise<S & Stoppable>, options: O): Promise<S & Stoppable> {
    const store = await started
    await later!.take(store, options)
    return store
  }
}

/** @returns names of options that differ: compares plain values, lists and plain objects by content, everything else by identity. */
export const differingOptions = (one: object, other: object): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => !isSame(Reflect.get(one, name), Reflect.get(other, name)))
    .sort()

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => isSame(value, other[index]))
  return isPlainObject(one) && isPlainObject(other) && differingOptions(one, other).length === 0
}

const startedTwice = (differing: readonly string[]): StoreError =>
  new StoreError('setup-started-twice', `A store is already started here with other options: ${differing.join(', ')}.`, {
    hint:
      'Call stop() of the first store before; functions and objects with a class are compared by identity. ' +
      'To serve several stores, use createStore() and storeHandlers() in one setupWorker().',
  })
