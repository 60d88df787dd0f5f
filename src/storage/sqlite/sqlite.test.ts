import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventTable } from '../../base/events/event-table.ts'
import type { RecordedEvent } from '../../base/events/events.ts'
import { temporaryFolder } from './sqlite.fixture.ts'
import type { SqliteOptions } from './sqlite.ts'
import { sqliteStorage } from './sqlite.ts'
import { tasksDuring, useClock } from '../contract/pieces.fixture.ts'
import { storageContract } from '../storage.contract.ts'
import { append, everything, headOf, largeRun, numbered, numbers, run, things, wholeLog } from '../storage.fixture.ts'
import type { Storage } from '../storage.ts'

storageContract('on disk', () => {
  const folder = temporaryFolder()
  return { open: () => sqliteStorage({ folder: folder.path }), remove: async () => folder.remove() }
})

describe('sqliteStorage', () => {
  const clearing: (() => unknown)[] = []
  afterEach(async () => {
    for (const step of clearing.splice(0).toReversed()) await step()
  })

  const place = (): string => {
    const folder = temporaryFolder()
    clearing.push(() => folder.remove())
    return folder.path
  }
  const open = (folder: string, durability?: 'strict'): Storage => {
    const storage = sqliteStorage({ folder, durability })
    clearing.push(() => storage.close())
    return storage
  }

  it.each([undefined, 'strict'] as const)('keeps everything over a restart (durability: %s)', async (durability) => {
    const folder = place()
    const first = open(folder, durability)
    await append(first, [...run('a', 0, 300), numbered('b', 0, { data: new Uint8Array([0xff, 0]), isJson: false })])
    await first.write(async (tx) => {
      tx.putHead({ ...headOf('a', 299), metadata: { maxCount: 2n ** 62n } })
      tx.putRow(things, 'k', { size: 1 })
      await tx.dropEvents([3, 300])
    })
    const before = await everything(first)
    await first.close()
    const second = open(folder, durability)
    expect(await everything(second)).toEqual(before)
    const [event] = await append(second, run('a', 300, 1))
    expect(event!.position).toBe(301)
  })

  it('leaves it to the next commit to bring a long one into the file', async () => {
    const folder = place()
    const storage = open(folder)
    const size = () => statSync(join(folder, 'rillbox.sqlite')).size
    const long = 6_000_000
    await append(storage, [numbered('a', 0, { data: JSON.stringify('x'.repeat(long)) })])
    expect(size()).toBeLessThan(long)
    await append(storage, run('a', 1, 1))
    expect(size()).toBeGreaterThan(long)
    expect(await wholeLog(storage)).toHaveLength(2)
  })

  it.each<[string, (storage: Storage, limit: number) => Promise<RecordedEvent[]>]>([
    ['the log', (storage, limit) => storage.read((tx) => tx.log({ from: 0, direction: 'forward', limit }))],
    ['the log backward', (storage, limit) => storage.read((tx) => tx.log({ from: 999, direction: 'backward', limit }))],
    ['a stream', (storage, limit) => storage.read((tx) => tx.stream('a', { from: 0, direction: 'forward', limit }))],
    ['a stream backward', (storage, limit) => storage.read((tx) => tx.stream('a', { from: 999, direction: 'backward', limit }))],
  ])('reads large events in pieces: %s', async (way, read) => {
    const folder = place()
    const storage = open(folder)
    await append(storage, largeRun('a', 40))
    const expected = Array.from({ length: 40 }, (_, number) => (way.endsWith('backward') ? 39 - number : number))
    for (const limit of [7, 39, 40, 1000]) expect(numbers(await read(storage, limit))).toEqual(expected.slice(0, limit))
    useClock(10)
    for (const limit of [40, 1000]) expect(await tasksDuring(() => read(storage, limit))).toBeGreaterThanOrEqual(5)
    await storage.close()
    const later = open(folder)
    expect(await tasksDuring(() => read(later, 40))).toBeGreaterThanOrEqual(5)
    vi.restoreAllMocks()
  })

  it('keeps texts that have no UTF-8', async () => {
    const folder = place()
    const odd = numbered('half\ud800', 0, { type: 't\udc00', data: '"\ud83d"', metadata: '\0\udfff' })
    const first = open(folder)
    await append(first, [odd])
    await first.write(async (tx) => tx.putRow(things, 'k\ud800', { size: 1 }))
    await first.close()
    const second = open(folder)
    expect(await wholeLog(second)).toEqual([{ ...odd, position: 0 }])
    expect(await second.read((tx) => tx.stream('half\ud800', { from: 0, direction: 'forward', limit: 1 }))).toHaveLength(1)
    expect(await second.read((tx) => tx.rows(things, 'k\ud800'))).toEqual([['k\ud800', { size: 1 }]])
  })

  it('makes the folder, and is the only one that has it', async () => {
    const folder = join(place(), 'new', 'folder')
    const storage = open(folder)
    expect(existsSync(folder)).toBe(true)
    expect(() => sqliteStorage({ folder })).toThrow(
      expect.objectContaining({ code: 'storage-in-use', message: expect.stringContaining(`"${folder}" is in use`) as string }),
    )
    await storage.close()
    await expect(storage.read((tx) => tx.end())).rejects.toMatchObject({ code: 'storage-closed' })
    expect(await open(folder).read((tx) => tx.end())).toBe(0)
  })

  it('names the fault of a folder', () => {
    const folder = place()
    writeFileSync(join(folder, 'file'), '')
    const unusable = (path: string, why: string, hint: RegExp) =>
      expect(() => sqliteStorage({ folder: path })).toThrow(
        expect.objectContaining({
          code: 'storage-unavailable',
          message: expect.stringContaining(why) as string,
          hint: expect.stringMatching(hint) as string,
        }),
      )
    unusable(join(folder, 'file'), 'it is a file', /may read and write/)
    unusable(join(folder, 'file', 'below'), 'ENOTDIR', /may read and write/)
    mkdirSync(join(folder, 'other'))
    writeFileSync(join(folder, 'other', 'rillbox.sqlite'), 'something else than a database, and long enough to be read as one'.repeat(99))
    unusable(join(folder, 'other'), '"rillbox.sqlite" in it is no store', /^Give another folder/)
  })

  it.each([
    [{ folder: undefined }, 'The option folder of sqliteStorage cannot be undefined.'],
    [{ folder: 'never-made', durability: 'Strict' }, 'The option durability of sqliteStorage cannot be "Strict".'],
  ])('refuses %j', (options, message) => {
    const open = () => sqliteStorage(options as SqliteOptions)
    expect(open).toThrow(expect.objectContaining({ code: 'invalid-options', message: expect.stringContaining(message) as string }))
  })

  it('leaves a folder alone that a newer version wrote', async () => {
    const folder = place()
    await open(folder).close()
    const db = new DatabaseSync(join(folder, 'rillbox.sqlite'))
    db.exec('PRAGMA user_version = 99')
    db.close()
    expect(() => sqliteStorage({ folder })).toThrow(expect.objectContaining({ code: 'storage-newer' }))
  })

  it('acknowledges no write once its file is gone or another, and says so when it is closed', async () => {
    for (const replace of [rmSync, (file: string) => (renameSync(file, `${file}.old`), writeFileSync(file, ''))]) {
      const folder = place()
      const storage = sqliteStorage({ folder })
      await append(storage, run('a', 0, 1))
      replace(join(folder, 'rillbox.sqlite'))
      const gone = { code: 'storage-evicted', message: expect.stringContaining(`"${folder}" was removed or replaced`) as string }
      await expect(append(storage, run('a', 1, 1))).rejects.toMatchObject(gone)
      await expect(storage.close()).rejects.toMatchObject(gone)
    }
  })

  it('refuses the database of another program by name, and leaves it alone', () => {
    const folder = place()
    const file = join(folder, 'rillbox.sqlite')
    for (const first of ['', 'PRAGMA application_id = 7; PRAGMA user_version = 1;', 'PRAGMA user_version = 1;']) {
      rmSync(file, { force: true })
      const db = new DatabaseSync(file)
      db.exec(`${first} CREATE TABLE notes (text)`)
      db.close()
      const before = readFileSync(file)
      expect(() => sqliteStorage({ folder })).toThrow(
        expect.objectContaining({
          code: 'storage-unavailable',
          message: expect.stringContaining('the database of another program') as string,
          hint: expect.stringMatching(/^Give another folder/) as string,
        }),
      )
      expect(readFileSync(file)).toEqual(before)
    }
  })

  it.each([
    ['in its middle', (bytes: Buffer) => bytes.fill(0xff, 8192, bytes.length - 4096)],
    ['at its end', (bytes: Buffer) => bytes.subarray(0, bytes.length - 8192)],
    ['in its schema', (bytes: Buffer) => bytes.fill(0x41, 200, 4096)],
  ])('refuses a file with damage %s', async (_, damage) => {
    const folder = place()
    const file = join(folder, 'rillbox.sqlite')
    const first = open(folder)
    await append(first, run('a', 0, 300))
    await first.close()
    writeFileSync(file, damage(readFileSync(file)))
    expect(() => sqliteStorage({ folder })).toThrow(
      expect.objectContaining({ code: 'storage-damaged', message: expect.stringContaining(`"${folder}" is damaged`) as string }),
    )
  })

  it('opens a store of a version that left no mark', async () => {
    const folder = place()
    const first = open(folder)
    await append(first, run('a', 0, 3))
    await first.close()
    const db = new DatabaseSync(join(folder, 'rillbox.sqlite'))
    db.exec('PRAGMA application_id = 0')
    db.close()
    expect(await wholeLog(open(folder))).toHaveLength(3)
  })

  it.each([
    ['no', 'b', 'c'],
    ['b', 'no', 'c'],
    ['b', 'c', 'no'],
    ['no', 'no', 'b'],
    ['no', 'b', 'no'],
  ])('undoes writes of a shared commit alone: %s, %s, %s', async (...streams) => {
    const folder = place()
    const storage = open(folder)
    await append(storage, run('a', 0, 1))
    const writes = streams.map((stream) =>
      storage.write(async (tx) => {
        await tx.append(eventTable([...run('a', 1, 1), ...run(stream, 0, 1)]))
        tx.putHead(headOf(stream, 0))
        tx.putRow(things, stream, { size: 1 })
        if (stream === 'no') throw new Error('on purpose')
      }),
    )
    await Promise.allSettled(writes)
    const kept = streams.filter((stream) => stream !== 'no')
    const expected = [['0 a/0'], ...kept.map((stream, n) => [`${2 * n + 1} a/1`, `${2 * n + 2} ${stream}/0`])].flat()
    const logIn = async (each: Storage) => (await wholeLog(each)).map(({ stream, number, position }) => `${position} ${stream}/${number}`)
    expect(await logIn(storage)).toEqual(expected)
    expect(await storage.read((tx) => tx.rows(things))).toEqual(kept.map((stream) => [stream, { size: 1 }]))
    expect(await storage.read((tx) => tx.headsOf(['no', ...kept]))).toEqual([undefined, ...kept.map((stream) => headOf(stream, 0))])
    await storage.close()
    expect(await logIn(open(folder))).toEqual(expected)
  })

  it('stays usable after a write that failed in the middle of many streams', async () => {
    const storage = open(place())
    await append(storage, run('a', 0, 1))
    const failed = storage.write(async (tx) => {
      await tx.append(eventTable([...run('b', 0, 1), ...run('c', 0, 1)]))
      throw new Error('on purpose')
    })
    await expect(failed).rejects.toThrow('on purpose')
    await append(storage, run('c', 0, 2))
    await append(storage, run('b', 0, 1))
    expect((await wholeLog(storage)).map(({ stream, number, position }) => `${position} ${stream}/${number}`)).toEqual([
      '0 a/0',
      '1 c/0',
      '2 c/1',
      '3 b/0',
    ])
  })
})
