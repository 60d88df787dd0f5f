// Times what users do all day in a store that has grown: openings, appends, pages of a long stream.

import { makeEvents } from './events.ts'
import { append, base, open } from './requests.ts'
import { median, middle, timed } from './timing.ts'

/** Milliseconds. */
export interface GrowthTimes {
  /** From nothing to the first page of a stream. */
  readonly opening: number
  /** Behind that page: the ids of all events are needed for the first time. */
  readonly firstAppend: number
  readonly appendOfOne: number
  readonly appendOf500: number
  readonly firstPage: number
  readonly middlePage: number
  readonly lastPage: number
}

const options = { systemProjections: false }
const long = 'long'
/** Four fifths of the events are in one long stream, the others in streams of twenty. */
const lengthOfLong = (count: number): number => (count * 4) / 5
const eventsOfOthers = 20

/** @param name of the database. */
export async function grow(name: string, count: number): Promise<void> {
  const store = open(name, options)
  const [atOnce, length] = [Math.min(count, 5000), lengthOfLong(count)]
  for (let appended = 0; appended < length; appended += atOnce) await append(store, long, makeEvents(Math.min(atOnce, length - appended)))
  for (let stream = 0; stream < (count - length) / eventsOfOthers; stream++)
    await append(store, `other-${stream}`, makeEvents(eventsOfOthers))
  await store.close()
}

const openings = 5

/** @param name of a database that `grow` filled. */
export async function growthTimes(name: string, count: number): Promise<GrowthTimes> {
  const media = { headers: { accept: 'application/vnd.eventstore.atom+json' } }
  let store = open(name, options)
  const page = async (path: string): Promise<void> => {
    const response = await store.fetch(new Request(`${base}/streams/${long}/${path}?embed=body`, media))
    const { entries } = (await response.json()) as { entries: unknown[] }
    if (entries.length !== 20) throw new Error(`${path} has ${entries.length} entries`)
  }
  const length = lengthOfLong(count)
  const [opened, appended]: [number[], number[]] = [[], []]
  for (let opening = 0; opening < openings; opening++) {
    await store.close()
    opened.push(
      await timed(() => {
        store = open(name, options)
        return page('0/forward/20')
      }),
    )
    appended.push(await timed(() => append(store, 'new', makeEvents(1))))
  }
  const appendOfOne = await median(200, () => append(store, 'new', makeEvents(1)))
  const ready = Array.from({ length: 48 }, () => makeEvents(500))
  const appendOf500 = await median(40, () => append(store, 'newer', ready.pop()!))
  const firstPage = await median(100, () => page('0/forward/20'))
  const middlePage = await median(100, (round) => page(`${Math.floor(length / 2) + round}/forward/20`))
  const lastPage = await median(100, () => page('head/backward/20'))
  return { opening: middle(opened), firstAppend: middle(appended), appendOfOne, appendOf500, firstPage, middlePage, lastPage }
}
