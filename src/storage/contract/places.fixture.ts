// Gives each test of the contract a place of its own, and clears up behind it.

import { afterEach } from 'vitest'
import type { Place } from '../storage.contract.ts'
import type { Storage } from '../storage.ts'

export interface Places {
  /** A storage on a new place. */
  open(): Storage
  /** Two handles on one new place. */
  openTwice(): [Storage, Storage]
}

export function usePlaces(create: () => Place): Places {
  const used: Place[] = []
  const opened: Storage[] = []

  const track = (storage: Storage): Storage => {
    opened.push(storage)
    return storage
  }

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((storage) => storage.close()))
    await Promise.all(used.splice(0).map(async (place) => await place.remove?.()))
  })

  const next = (): Place => {
    const place = create()
    used.push(place)
    return place
  }

  return {
    open: () => track(next().open()),
    openTwice() {
      const place = next()
      return [track(place.open()), track(place.open())]
    },
  }
}
