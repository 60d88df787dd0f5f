// Measures how posted lists of events in JSON are read, in turns with another version and beside `JSON.parse` of the same text; one line of
// JSON per figure.
//
//   node bench/parse.ts [--other DIR]      DIR is the folder of another clone
//
// Processor time of the process, because a busy machine makes that of the clock worthless; the shortest of some rounds.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { BodyOptions } from '../src/http/streams/write/write-body.ts'

const { values } = parseArgs({ options: { other: { type: 'string' } } })

type ReadBody = (bytes: Uint8Array, options: BodyOptions) => unknown

/** The reader of bodies of a clone, wherever its version has it. */
async function readerIn(root: string): Promise<ReadBody> {
  // Its folder had no rooms once.
  const file = ['write', ''].map((room) => join(root, 'src', 'http', 'streams', room, 'write-body.ts')).find((path) => existsSync(path))
  if (file === undefined) throw new Error(`${root} is no clone of this project.`)
  return ((await import(pathToFileURL(file).href)) as { readonly readWriteBody: ReadBody }).readWriteBody
}

const options: BodyOptions = {
  type: 'application/vnd.eventstore.events+json',
  headers: { id: undefined, type: undefined },
  acceptUnparsableBodies: false,
  measuresWholeRecords: true,
}

const textOf = (count: number, indentation: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, number) => ({
      eventId: crypto.randomUUID(),
      eventType: 'OrderPlaced',
      data: { number, customer: 'a name of usual length', lines: [{ article: 'A-17', quantity: 2, price: 12.5 }] },
      metadata: { user: 'ann' },
    })),
    undefined,
    indentation,
  )

const rounds = 9
/** Events to read between two looks at the clock. */
const eventsOfRound = 100_000

/** Work for one body, measured in turns. */
interface Candidate {
  readonly work: () => unknown
  best: number
}

/** @returns for each candidate the microseconds of processor time for one event. */
async function inTurns(works: readonly (() => unknown)[], count: number): Promise<readonly number[]> {
  const candidates: Candidate[] = works.map((work) => ({ work, best: Number.POSITIVE_INFINITY }))
  const times = Math.max(1, eventsOfRound / count)
  for (let round = 0; round < rounds; round++)
    for (const candidate of candidates) {
      const begun = process.cpuUsage()
      for (let time = 0; time < times; time++) {
        const read = candidate.work()
        // To await what is there costs a tenth of a body of one event, and is no reading.
        if (read instanceof Promise) await read
      }
      const { user, system } = process.cpuUsage(begun)
      candidate.best = Math.min(candidate.best, (user + system) / times / count)
    }
  return candidates.map(({ best }) => best)
}

const read = await readerIn(join(import.meta.dirname, '..'))
const other = values.other === undefined ? undefined : await readerIn(resolve(values.other))
const round = (figure: number): number => Number(figure.toPrecision(3))

for (const indentation of [0, 2])
  for (const count of [1, 500, 50_000]) {
    const text = textOf(count, indentation)
    const bytes = new TextEncoder().encode(text)
    const works = [() => read(bytes, options), () => JSON.parse(text) as unknown, ...(other ? [() => other(bytes, options)] : [])]
    const [ours, platform, before] = (await inTurns(works, count)) as [number, number, number?]
    const name = `list of ${count} in JSON${indentation === 0 ? '' : ', indented'}`
    const figures = { microsecondsPerEvent: round(ours), platform: round(platform), ratio: round(ours / platform) }
    console.log(JSON.stringify({ name, ...figures, ...(before !== undefined && { other: round(before), share: round(ours / before) }) }))
  }
