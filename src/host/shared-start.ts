// Keeps one started store: whoever starts it with the same options gets the same one, and the last of them to stop it ends it.

import { StoreError } from '../base/errors.ts'
import { isPlainObject } from '../base/realms.ts'

export interface HostedStore<S> {
  readonly store: S
  /** Whether it serves nobody any more, so that another may take its place. */
  isLost(): boolean
  end(): Promise<void>
}

interface Share<O, S> {
  readonly options: O
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
 * @returns a start that begins only where nothing is started, or what is there is lost; it waits for an end that is under way. Every start is to
 *   be stopped once: the store ends with the last one. It throws StoreError `setup-started-twice` for options that are not those of the first.
 */
export function shareStart<O extends object, S extends object>(
  begin: (options: O) => Promise<HostedStore<S>>,
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
    if (differing.length > 0) return Promise.reject(startedTwice(differing))
    current.hold()
    return current.promise
  }
}

/** @returns names of options that are not the same: plain values and what is made of them by what they hold, everything else by identity. */
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
  new StoreError('setup-started-twice', `A store is already started here, with other options: ${differing.join(', ')}.`, {
    hint:
      'Call stop() of the first one before; functions and objects with a class count as the same only where they are the very same. ' +
      'Several stores are served with createStore() and storeHandlers() in one setupWorker().',
  })
