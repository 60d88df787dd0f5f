import { describe, expect, it, test } from 'vitest'
import { newEvents } from '../../base/events/event-table.ts'
import { textOf } from '../../base/bytes.ts'
import { newEvent, streamsForTests } from '../streams.fixture.ts'
import { expectedVersion } from '../streams.ts'

const { any, streamExists } = expectedVersion

/** A stream with three events, and short words for the operations on it. */
async function givenStream() {
  const { streams, storage } = streamsForTests()
  const append = (id: string, expected: bigint = any) => streams.append({ stream: 's', events: newEvents([newEvent(id)]), expected })
  const read = async (stream: string) => {
    const events = await storage.read((tx) => streams.readIn(tx, stream, { from: 0, direction: 'forward', limit: 100 }))
    return events.map(({ number }) => number)
  }
  const stored = (stream: string) =>
    storage.read(async (tx) => (await tx.stream(stream, { from: 0, direction: 'forward', limit: 100 })).map(({ data }) => textOf(data)))
  const metadata = (data: string, more = {}) =>
    streams.append({ stream: '$$s', events: newEvents([newEvent(`m-${data}`, { type: '$metadata', data, ...more })]), expected: any })
  const remove = (hard = false, expected: bigint = any) => streams.delete({ stream: 's', expected, hard })
  await streams.append({ stream: 's', events: newEvents(['a', 'b', 'c'].map((id) => newEvent(id))), expected: any })
  return { streams, storage, append, read, stored, metadata, remove }
}

describe('soft deletion', () => {
  it('replaces all metadata and hides every event', async () => {
    const { metadata, remove, read, stored } = await givenStream()
    await metadata('{"$maxCount":2,"$acl":{"$r":"ann"}}')
    expect(await remove()).toMatchObject({ kind: 'deleted-now' })
    expect(await read('s')).toEqual([])
    expect(await stored('$$s')).toEqual(['{"$maxCount":2,"$acl":{"$r":"ann"}}', '{"$tb":9223372036854775807}'])
  })

  it('can be repeated, and fails for a stream that never existed', async () => {
    const { remove, streams } = await givenStream()
    await remove()
    expect(await remove()).toMatchObject({ kind: 'deleted-now' })
    expect(await streams.delete({ stream: 'other', expected: any, hard: false })).toEqual({ kind: 'wrong-version', current: -1 })
  })

  it('of a stream with metadata only lets its first event be number 0', async () => {
    const { streams, stored } = await givenStream()
    const events = [newEvent('m', { data: '{"a":1}' })]
    await streams.append({ stream: '$$new', events: newEvents(events), expected: any })
    expect(await streams.delete({ stream: 'new', expected: any, hard: false })).toMatchObject({ kind: 'deleted-now' })
    expect(await streams.append({ stream: 'new', events: newEvents([newEvent('x')]), expected: any })).toMatchObject({
      kind: 'appended',
      first: 0,
    })
    expect(await stored('$$new')).toEqual(['{"a":1}', '{"$tb":9223372036854775807}', '{"$tb":0}'])
  })
})

describe('a stream that has to be soft-deleted', () => {
  const { softDeleted } = expectedVersion

  it('is brought back once by the same events', async () => {
    const { append, remove } = await givenStream()
    expect(await append('d', softDeleted)).toEqual({ kind: 'wrong-version', current: 2 })
    await remove()
    expect(await remove(false, softDeleted)).toMatchObject({ kind: 'deleted-now' })
    expect(await append('d', softDeleted)).toMatchObject({ kind: 'appended', first: 3 })
    expect(await append('d', softDeleted)).toMatchObject({ kind: 'repeated', first: 3 })
    expect(await remove(false, softDeleted)).toEqual({ kind: 'wrong-version', current: 3 })
  })

  it('can be checked without events', async () => {
    const { streams, remove } = await givenStream()
    expect(await streams.check('s', softDeleted)).toEqual({ kind: 'wrong-version', current: 2 })
    await remove()
    expect(await streams.check('s', softDeleted)).toEqual({ kind: 'as-expected', current: 2 })
  })
})

describe('revival', () => {
  it('by an event truncates before it', async () => {
    const { append, remove, read, stored } = await givenStream()
    await remove()
    expect(await append('d')).toMatchObject({ kind: 'appended', first: 3, last: 3 })
    expect(await read('s')).toEqual([3])
    expect(await stored('$$s')).toEqual(['{"$tb":9223372036854775807}', '{"$tb":3}'])
  })

  it('happens after metadata without the JSON flag too, which hide nothing', async () => {
    const { append, metadata, read, stored } = await givenStream()
    const mark = '{"$tb":9223372036854775807}'
    await metadata(mark, { isJson: false })
    expect(await read('s')).toEqual([0, 1, 2])
    expect(await append('d')).toMatchObject({ kind: 'appended', first: 3 })
    expect(await read('s')).toEqual([3])
    expect(await stored('$$s')).toEqual([mark, '{"$tb":3}'])
  })

  it('does not happen when nothing is appended', async () => {
    const { append, remove, read } = await givenStream()
    await remove()
    expect(await append('a')).toEqual({ kind: 'repeated', first: 0, last: 0 })
    expect(await append('d', streamExists)).toEqual({ kind: 'deleted' })
    expect(await read('s')).toEqual([])
  })

  test.each([
    ['keeps posted members', '{"a": 1}', {}, ['{"a":1,"$tb":3}'], []],
    ['replaces the number that was posted', '{"$tb":9223372036854775807,"a":1}', {}, ['{"$tb":3,"a":1}'], []],
    ['needs an object', '[]', {}, [], [0, 1, 2]],
    ['with a bad value shows everything', '{"$maxCount":"x"}', {}, ['{"$maxCount":"x","$tb":3}'], [0, 1, 2]],
  ])('by metadata %s', async (_, posted, more, written, visible) => {
    const { metadata, remove, read, stored } = await givenStream()
    await remove()
    expect(await metadata(posted, more)).toMatchObject({ kind: 'appended', first: 1, last: 1 })
    expect(await stored('$$s')).toEqual(['{"$tb":9223372036854775807}', posted, ...written])
    expect(await read('s')).toEqual(visible)
  })
})

describe('hard deletion', () => {
  it('ends a stream for good', async () => {
    const { append, remove, metadata, read, storage } = await givenStream()
    expect(await remove(true)).toMatchObject({ kind: 'deleted-now' })
    expect(await append('d')).toEqual({ kind: 'deleted' })
    expect(await remove(true)).toEqual({ kind: 'deleted' })
    expect(await remove(false)).toEqual({ kind: 'deleted' })
    expect(await metadata('{"a":1}')).toEqual({ kind: 'deleted' })
    expect(await read('s')).toEqual([])
    expect(await storage.read((tx) => tx.head('s'))).toMatchObject({ tombstone: true })
  })

  it('leaves a metastream open that had an event, but nothing comes of it', async () => {
    const { remove, metadata, storage } = await givenStream()
    await metadata('{"$maxCount":2}')
    await remove(true)
    expect(await metadata('{"$maxCount":1}')).toMatchObject({ kind: 'appended' })
    expect(await storage.read((tx) => tx.head('s'))).toMatchObject({ tombstone: true, metadata: {} })
  })

  it('remembers a soft deletion, which metadata ends once', async () => {
    const { remove, metadata, stored } = await givenStream()
    await remove()
    await remove(true)
    await metadata('{"a":1}')
    expect(await metadata('{"b":1}')).toMatchObject({ first: 3 })
    const written = ['{"a":1}', '{"a":1,"$tb":-9223372036854775808}', '{"b":1}']
    expect(await stored('$$s')).toEqual(['{"$tb":9223372036854775807}', ...written])
  })

  it('ends the metadata of the metadata', async () => {
    const { streams, metadata, remove } = await givenStream()
    await metadata('{"a":1}')
    await remove(true)
    const append = () => streams.append({ stream: '$$$$s', events: newEvents([newEvent('mm')]), expected: any })
    expect(await append()).toEqual({ kind: 'deleted' })
  })

  it('of a metastream leaves its stream without metadata', async () => {
    const { streams, metadata, read } = await givenStream()
    await metadata('{"$maxCount":1}')
    await streams.delete({ stream: '$$s', expected: any, hard: true })
    expect(await read('s')).toEqual([0, 1, 2])
  })

  it('works on a stream that never existed', async () => {
    const { streams } = await givenStream()
    expect(await streams.delete({ stream: 'other', expected: any, hard: true })).toMatchObject({ kind: 'deleted-now' })
    expect(await streams.append({ stream: 'other', events: newEvents([newEvent('x')]), expected: any })).toEqual({ kind: 'deleted' })
  })
})

describe('ids', () => {
  it('count only for the stream that held them first', async () => {
    const { streams, append } = await givenStream()
    const other = () => streams.append({ stream: 'other', events: newEvents([newEvent('a')]), expected: any })
    expect(await other()).toMatchObject({ kind: 'appended', first: 0 })
    expect(await other()).toMatchObject({ kind: 'appended', first: 1 })
    expect(await append('a')).toEqual({ kind: 'repeated', first: 0, last: 0 })
  })

  it('are compared with the events at the numbers where a number is expected', async () => {
    const { append } = await givenStream()
    expect(await append('b', 0n)).toEqual({ kind: 'repeated', first: 1, last: 1 })
    expect(await append('a', 0n)).toEqual({ kind: 'wrong-version', current: 2 })
  })

  it('are still known after their events were dropped', async () => {
    const { append, storage } = await givenStream()
    await storage.write((tx) => tx.dropEvents([0, 1]))
    expect(await append('b', 0n)).toEqual({ kind: 'repeated', first: 1, last: 1 })
    expect(await append('a')).toEqual({ kind: 'repeated', first: 0, last: 0 })
    expect(await append('x', 0n)).toEqual({ kind: 'wrong-version', current: 2 })
  })
})

describe('metadata', () => {
  it('of a metastream has no effect', async () => {
    const { streams, metadata, read } = await givenStream()
    await metadata('{"a":1}')
    await streams.append({ stream: '$$$$s', events: newEvents([newEvent('mm', { data: '{"$tb":9223372036854775807}' })]), expected: any })
    expect(await read('$$s')).toEqual([0])
  })

  it('of a metastream hides nothing, but counts where the metastream is written', async () => {
    const { streams, metadata, read, stored } = await givenStream()
    const post = (data: string, expected: bigint) =>
      streams.append({ stream: '$$s', events: newEvents([newEvent(data, { data })]), expected })
    await metadata('{"a":1}')
    await streams.delete({ stream: '$$s', expected: any, hard: false })
    expect(await read('$$s')).toEqual([0])
    expect(await post('{"b":1}', streamExists)).toEqual({ kind: 'deleted' })
    expect(await post('{"b":1}', any)).toMatchObject({ kind: 'appended', first: 1 })
    expect(await stored('$$$$s')).toEqual(['{"$tb":9223372036854775807}', '{"$tb":1}'])
    expect(await post('{"c":1}', streamExists)).toMatchObject({ kind: 'appended', first: 2 })
  })

  it('makes a stream exist for writers that expect one', async () => {
    const { streams } = await givenStream()
    const append = (stream: string) => streams.append({ stream, events: newEvents([newEvent('x')]), expected: streamExists })
    expect(await append('new')).toEqual({ kind: 'wrong-version', current: -1 })
    await streams.append({ stream: '$$new', events: newEvents([newEvent('m')]), expected: any })
    expect(await append('new')).toMatchObject({ kind: 'appended', first: 0 })
  })
})

test('several writes of one transaction see each other and become visible together', async () => {
  const { storage, streams, read } = await givenStream()
  const before = await storage.read((tx) => tx.end())
  await storage.write(async (tx) => {
    const write = (id: string, expected: bigint) => streams.appendIn(tx, { stream: 's', events: newEvents([newEvent(id)]), expected })
    expect(await write('d', 2n)).toMatchObject({ kind: 'appended', first: 3, position: before })
    expect(await write('e', 3n)).toMatchObject({ kind: 'appended', first: 4, position: before + 1 })
    expect(await streams.deleteIn(tx, { stream: 's', expected: 4n, hard: false })).toMatchObject({ kind: 'deleted-now' })
  })
  expect(await read('s')).toEqual([])
})

test('appends handed over together keep their order, see those before them and do not hold each other up', async () => {
  const { storage, streams, remove } = await givenStream()
  await remove()
  const before = await storage.read((tx) => tx.end())
  const write = (stream: string, ids: string[], expected: bigint) => ({
    stream,
    events: newEvents(ids.map((id) => newEvent(id))),
    expected,
  })
  const outcomes = await storage.write((tx) =>
    streams.appendAllIn(tx, [
      write('x', ['1', '2'], -1n),
      write('x', ['3'], 5n),
      write('s', ['d'], any),
      write('x', ['1'], any),
      write('x', ['4'], 1n),
      write('s', ['e'], 3n),
    ]),
  )
  expect(outcomes).toEqual([
    { kind: 'appended', first: 0, last: 1, position: before },
    { kind: 'wrong-version', current: 1 },
    { kind: 'appended', first: 3, last: 3, position: before + 2 },
    { kind: 'repeated', first: 0, last: 0 },
    { kind: 'appended', first: 2, last: 2, position: before + 4 },
    { kind: 'appended', first: 4, last: 4, position: before + 5 },
  ])
  const log = await storage.read((tx) => tx.log({ from: before, direction: 'forward', limit: 10 }))
  expect(log.map(({ stream, number }) => `${number}@${stream}`)).toEqual(['0@x', '1@x', '3@s', '1@$$s', '2@x', '4@s'])
  expect(await storage.read((tx) => tx.head('s'))).toMatchObject({ last: 4, metadata: { truncateBefore: 3n } })
})

describe('events with counted ids', () => {
  const columns = (count: number) => ({
    count,
    id: { from: 'aaaaaaaa-0000-4000-8000-000000000000' },
    type: 'T',
    data: Array.from({ length: count }, (_, index) => `${index}`),
    metadata: Array.from({ length: count }, () => ''),
    isJson: true,
  })

  it('are numbered behind existing events and earlier appends, and heads know it', async () => {
    const { storage, streams } = await givenStream()
    const before = await storage.read((tx) => tx.end())
    const outcomes = await storage.write((tx) =>
      streams.appendAllIn(tx, [
        { stream: 's', events: newEvents([newEvent('d')]), expected: 2n },
        { stream: 's', events: columns(3), expected: 3n },
        { stream: 's', events: newEvents([newEvent('e')]), expected: 6n },
        { stream: 'x', events: columns(2), expected: any },
      ]),
    )
    expect(outcomes).toEqual([
      { kind: 'appended', first: 3, last: 3, position: before },
      { kind: 'appended', first: 4, last: 6, position: before + 1 },
      { kind: 'appended', first: 7, last: 7, position: before + 4 },
      { kind: 'appended', first: 0, last: 1, position: before + 5 },
    ])
    const log = await storage.read((tx) => tx.log({ from: before, direction: 'forward', limit: 10 }))
    expect(log.map(({ stream, number }) => `${number}@${stream}`)).toEqual(['3@s', '4@s', '5@s', '6@s', '7@s', '0@x', '1@x'])
    expect(await storage.read((tx) => tx.headsOf(['s', 'x']))).toMatchObject([{ last: 7 }, { last: 1 }])
  })

  it('are refused like others', async () => {
    const { storage, streams, remove } = await givenStream()
    const write = (expected: bigint) => storage.write((tx) => streams.appendAllIn(tx, [{ stream: 's', events: columns(2), expected }]))
    expect(await write(7n)).toEqual([{ kind: 'wrong-version', current: 2 }])
    expect(await write(1n)).toEqual([{ kind: 'wrong-version', current: 2 }])
    await remove(true)
    expect(await write(any)).toEqual([{ kind: 'deleted' }])
  })

  it('are known again by their ids', async () => {
    const { storage, streams } = await givenStream()
    const write = () => storage.write((tx) => streams.appendAllIn(tx, [{ stream: 's', events: columns(2), expected: any }]))
    expect(await write()).toMatchObject([{ kind: 'appended', first: 3, last: 4 }])
    expect(await write()).toEqual([{ kind: 'repeated', first: 3, last: 4 }])
  })

  it('revive a deleted stream', async () => {
    const { storage, streams, remove, read, stored } = await givenStream()
    await remove()
    const [outcome] = await storage.write((tx) => streams.appendAllIn(tx, [{ stream: 's', events: columns(2), expected: 2n }]))
    expect(outcome).toMatchObject({ kind: 'appended', first: 3, last: 4 })
    expect(await read('s')).toEqual([3, 4])
    expect(await stored('$$s')).toEqual(['{"$tb":9223372036854775807}', '{"$tb":3}'])
  })

  it('are metadata where they go to a metastream', async () => {
    const { storage, streams } = await givenStream()
    const data = ['{"$maxCount":9}', '{"$maxCount":2}']
    const write = { stream: '$$s', events: { ...columns(2), type: '$metadata', data }, expected: -1n }
    await storage.write((tx) => streams.appendAllIn(tx, [write]))
    expect(await storage.read((tx) => tx.head('s'))).toMatchObject({ metadata: { maxCount: 2n } })
  })
})

test('the first events of a fresh store are written once', async () => {
  const { storage, streams } = streamsForTests()
  await storage.write((tx) => streams.startIn(tx))
  await storage.write((tx) => streams.startIn(tx))
  const log = await storage.read((tx) => tx.log({ from: 0, direction: 'forward', limit: 10 }))
  expect(log.map(({ stream, number, type }) => [stream, number, type])).toEqual([['$$$scavenges', 0, '$metadata']])
  expect(await storage.read((tx) => tx.head('$scavenges'))).toMatchObject({
    metadata: { maxAge: 2592000n, acl: { read: ['$ops'], write: [] } },
  })
})
