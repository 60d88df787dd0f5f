import * as fake from 'fake-indexeddb'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { newEvents } from '../base/events/event-table.ts'
import { indexedDbStorage } from '../storage/indexeddb/indexeddb.ts'
import { memoryStorage } from '../storage/memory/memory.ts'
import type { Storage } from '../storage/storage.ts'
import { newEvent, streamsForTests } from './streams.fixture.ts'
import { expectedVersion } from './streams.ts'

for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) vi.stubGlobal(name, value)
vi.stubGlobal('indexedDB', new fake.IDBFactory())

/** Operations on the one stream of the model. */
type Command =
  | { readonly kind: 'append'; readonly ids: readonly string[]; readonly expected: number }
  | { readonly kind: 'delete'; readonly hard: boolean; readonly expected: number }
  | { readonly kind: 'metadata'; readonly text: string }
  | { readonly kind: 'read'; readonly from: number | 'head'; readonly direction: 'forward' | 'backward'; readonly count: number }

/** A stream as a plain list, following the tables of streams-http §8.7, §9 and §17 word by word. */
class Model {
  ids: string[] = []
  metadata: Record<string, unknown> | undefined
  tombstone = false

  get softDeleted(): boolean {
    return this.metadata?.['$tb'] === 'max'
  }

  append(ids: readonly string[], expected: number): unknown {
    const [last, firstNew] = [this.ids.length - 1, this.ids.length]
    if (this.tombstone) return 'deleted'
    if (expected === -4) {
      if (this.softDeleted) return 'deleted'
      if (last < 0 && !this.metadata) return 'wrong-version'
    }
    if (expected === -2 || expected === -4) {
      const places = ids.map((id) => this.ids.indexOf(id))
      if (places[0] !== -1) return places.includes(-1) ? 'wrong-version' : places[0]
    } else if (expected < last) {
      const differs = ids.findIndex((id, index) => this.ids[expected + 1 + index] !== id)
      if (differs < 0) return expected + 1
      if (differs > 0 || expected !== -1 || !this.softDeleted) return 'wrong-version'
    } else if (expected > last) return 'wrong-version'
    this.ids.push(...ids)
    if (this.softDeleted) this.metadata = { ...this.metadata, $tb: firstNew }
    return firstNew
  }

  delete(hard: boolean, expected: number): unknown {
    const last = this.ids.length - 1
    if (this.tombstone || (expected === -4 && this.softDeleted)) return 'deleted'
    if (expected === -4 && last < 0 && !this.metadata) return 'wrong-version'
    if (expected >= -1 && expected !== last && !(expected === -1 && this.softDeleted)) return 'wrong-version'
    if (!hard && last < 0 && !this.metadata) return 'wrong-version'
    if (hard) this.tombstone = true
    else this.metadata = { $tb: 'max' }
    return 'deleted-now'
  }

  write(text: string): unknown {
    if (this.tombstone) return this.metadata ? 'written' : 'deleted'
    const revived = this.softDeleted ? { $tb: this.ids.length } : {}
    this.metadata = { ...(JSON.parse(text) as Record<string, unknown>), ...revived }
    return 'written'
  }

  read({ from, direction, count }: Extract<Command, { kind: 'read' }>): unknown {
    if (this.tombstone) return 'deleted'
    if (this.ids.length === 0 || this.softDeleted) return 'missing'
    const { $tb = 0, $maxCount = Infinity } = (this.metadata as { $tb?: number; $maxCount?: number } & Record<string, unknown>) ?? {}
    const visible = this.ids.map((_, number) => number).filter((number) => number >= Math.max($tb, this.ids.length - $maxCount))
    const start = from === 'head' ? this.ids.length - 1 : from
    const window = (number: number): boolean =>
      direction === 'forward' ? number >= start && number < start + count : number <= start && number > start - count
    return visible.filter(window).toReversed()
  }
}

const expected = fc.constantFrom(-2, -2, -4, -1, 0, 1, 2, 3)
const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { minLength: 1, maxLength: 3 })
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('append' as const), ids, expected }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), hard: fc.nat(9).map((n) => n === 0), expected }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('metadata' as const),
      text: fc.constantFrom('{"a":1}', '{"$tb":2}', '{"$maxCount":2}', '{"$maxCount":1,"$tb":9}'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      from: fc.oneof(fc.constant('head' as const), fc.nat(10)),
      direction: fc.constantFrom('forward' as const, 'backward' as const),
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
)

/** Does the same to the streams; ids of metadata never repeat. */
async function perform({ streams }: ReturnType<typeof streamsForTests>, command: Command, step: number): Promise<unknown> {
  switch (command.kind) {
    case 'append': {
      const events = command.ids.map((id) => newEvent(id))
      const outcome = await streams.append({ stream: 's', events: newEvents(events), expected: BigInt(command.expected) })
      return 'first' in outcome ? outcome.first : outcome.kind
    }
    case 'delete':
      return (await streams.delete({ stream: 's', hard: command.hard, expected: BigInt(command.expected) })).kind
    case 'metadata': {
      const events = [newEvent(`metadata ${step}`, { data: command.text })]
      const outcome = await streams.append({ stream: '$$s', events: newEvents(events), expected: expectedVersion.any })
      return outcome.kind === 'appended' ? 'written' : outcome.kind
    }
    case 'read': {
      const from = command.from === 'head' ? command.from : BigInt(command.from)
      if (from === 'head' && command.direction === 'forward') return 'not asked'
      const outcome = await streams.readPage({ ...command, stream: 's', from, resolveLinks: true })
      return outcome.kind === 'page' ? outcome.entries.map((entry) => entry.kind === 'event' && entry.event.number) : outcome.kind
    }
  }
}

function performOnModel(model: Model, command: Command): unknown {
  switch (command.kind) {
    case 'append':
      return model.append(command.ids, command.expected)
    case 'delete':
      return model.delete(command.hard, command.expected)
    case 'metadata':
      return model.write(command.text)
    case 'read':
      return command.from === 'head' && command.direction === 'forward' ? 'not asked' : model.read(command)
  }
}

const storages: [string, number, () => Storage][] = [
  ['in memory', 300, memoryStorage],
  ['in IndexedDB', 40, () => indexedDbStorage({ name: crypto.randomUUID() })],
]

test.each(storages)('%s a stream behaves like a plain list under any sequence of writes and reads', async (_, numRuns, open) => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 30 }), async (commands) => {
      const storage = open()
      const [given, model] = [streamsForTests(storage), new Model()]
      for (const [step, command] of commands.entries())
        expect(await perform(given, command, step), `step ${step}`).toEqual(performOnModel(model, command))
      await storage.close()
    }),
    { numRuns },
  )
})
