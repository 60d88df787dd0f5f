// The writes of a page under load, and the rules that hold whatever is killed.

/** Streams that pages append to; projections copy, link and count their events. */
export const workStreams = ['work-1', 'work-2', 'work-3', 'work-4', 'work-5'] as const

const count =
  '$init: () => ({ n: 0, sum: 0, last: -1 }), Worked: (s, e) => { s.n++; s.sum += e.data.value; s.last = e.sequenceNumber; return s }'

export const projections: Readonly<Record<string, string>> = {
  copied: "fromCategory('work').when({ Worked: (s, e) => { emit('copied-' + e.streamId, 'Copied', { from: e.sequenceNumber }) } })",
  linked: "fromCategory('work').when({ Worked: (s, e) => { linkTo('linked', e) } })",
  counted: `fromCategory('work').foreachStream().when({ ${count} })`,
  total: `fromAll().when({ ${count} })`,
  probed: "fromStream('probe').when({ $init: () => ({ n: 0 }), Probed: (s) => { s.n++; return s } })",
}

/** Events for whose append the store has answered 201: `first` is the number that it named. */
export interface Acknowledged {
  readonly stream: string
  readonly first: number
  readonly ids: readonly string[]
}

export interface RaceWins {
  readonly won: readonly { readonly number: number; readonly id: string }[]
  readonly lost: number
}

/** How a tab went on without the one that ran the projections; times as `Date.now()` has them. */
export interface WentOn {
  /** The browser had given the lock of the projections to another tab. */
  readonly handedOver: number
  /** The event appended next was counted. */
  readonly counted: number
}

export interface Counts {
  readonly n: number
  readonly sum: number
  readonly last: number
}

export interface Contents {
  readonly streams: Readonly<
    Record<
      string,
      {
        readonly events: readonly { readonly id: string; readonly number: number; readonly value: number }[]
        /** Numbers of the events that were copied, in the order of the copies. */
        readonly copiesOf: readonly number[]
        readonly state: Counts | undefined
      }
    >
  >
  /** `number@stream` of each link. */
  readonly links: readonly string[]
  readonly total: Counts | undefined
}

/** @returns the faults, a sentence each; empty if everything acknowledged is there, everything emitted once, every state as counted anew. */
export function findFaults({ streams, links, total }: Contents, acknowledged: readonly Acknowledged[]): string[] {
  const faults: string[] = []
  const expect = (holds: boolean, fault: () => string): void => void (holds || faults.push(fault()))
  for (const [stream, { events, copiesOf, state }] of Object.entries(streams)) {
    const numbers = events.map(({ number }) => number)
    expect(isGapless(numbers), () => `${stream}: the numbers have a gap: ${firstGap(numbers)}`)
    expect(new Set(events.map(({ id }) => id)).size === events.length, () => `${stream}: an event is there twice`)
    expect(
      isGapless(copiesOf) && copiesOf.length === events.length,
      () => `${stream}: ${events.length} events, copies ${firstGap(copiesOf)}`,
    )
    expect(isSame(state, recount(events)), () => `${stream}: the state is ${JSON.stringify(state)}, not ${JSON.stringify(recount(events))}`)
  }
  for (const { stream, first, ids } of acknowledged)
    for (const [index, id] of ids.entries())
      expect(streams[stream]?.events[first + index]?.id === id, () => `${stream}: event ${first + index}, which was acknowledged, is gone`)
  const all = Object.entries(streams).flatMap(([stream, { events }]) => events.map(({ number }) => `${number}@${stream}`))
  const linked = new Set(links)
  expect(linked.size === links.length, () => `${links.length - linked.size} events are linked twice`)
  expect(linked.size === all.length && all.every((name) => linked.has(name)), () => `${all.length} events have ${linked.size} links`)
  const events = Object.values(streams).flatMap((of) => of.events)
  expect(total?.n === undefined ? events.length === 0 : total.n === events.length && total.sum === recount(events)!.sum, () => {
    return `the total is ${JSON.stringify(total)}, not ${JSON.stringify(recount(events))}`
  })
  return faults
}

const recount = (events: Contents['streams'][string]['events']): Counts | undefined =>
  events.length === 0
    ? undefined
    : { n: events.length, sum: events.reduce((sum, { value }) => sum + value, 0), last: events.at(-1)!.number }

const isSame = (one: Counts | undefined, other: Counts | undefined): boolean =>
  one?.n === other?.n && one?.sum === other?.sum && one?.last === other?.last

const isGapless = (numbers: readonly number[]): boolean => numbers.every((number, index) => number === index)

const firstGap = (numbers: readonly number[]): string => {
  const at = numbers.findIndex((number, index) => number !== index)
  return at < 0 ? `0 to ${numbers.length - 1}` : `${numbers[at]} at place ${at}`
}
