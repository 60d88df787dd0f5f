// The promises of every storage for rows: one set per table, in order of key, copied on the way in and out.

import { describe, expect, it } from 'vitest'
import type { Place } from '../storage.contract.ts'
import { others, things } from '../storage.fixture.ts'
import type { Storage } from '../storage.ts'
import { table } from '../storage.ts'
import { usePlaces } from './places.fixture.ts'

const keysWith = (storage: Storage, prefix?: string) => storage.read(async (tx) => (await tx.rows(things, prefix)).map(([key]) => key))

const putKeys = (storage: Storage, keys: readonly string[]) =>
  storage.write(async (tx) => {
    for (const [size, key] of keys.entries()) tx.putRow(things, key, { size })
  })

export function rowsContract(create: () => Place): void {
  const places = usePlaces(create)

  describe('rows', () => {
    it('are put, replaced and deleted', async () => {
      const storage = places.open()
      await putKeys(storage, ['x', 'y'])
      await storage.write(async (tx) => {
        tx.putRow(things, 'x', { size: 7 })
        tx.deleteRow(things, 'y')
        tx.deleteRow(things, 'never there')
      })
      expect(await storage.read((tx) => tx.rows(things))).toEqual([['x', { size: 7 }]])
      expect(await storage.read((tx) => tx.row(things, 'y'))).toBeUndefined()
    })

    it('of one table are not those of another', async () => {
      const storage = places.open()
      await storage.write(async (tx) => {
        tx.putRow(things, 'k', { size: 1 })
        tx.putRow(others, 'k', { texts: ['a'] })
        tx.deleteRow(others, 'x')
        tx.deleteRows(others, '')
      })
      expect(await storage.read((tx) => tx.rows(things))).toEqual([['k', { size: 1 }]])
      expect(await storage.read((tx) => tx.rows(others))).toEqual([])
    })

    it('come in order of key, only those with the prefix', async () => {
      const storage = places.open()
      const inOrder = ['', 'a', 'a\0', 'a/1', 'a/10', 'a/2', 'a/2\uffff', 'a/2\uffff\uffff', 'a0', 'b', '\ud83d\ude00', '\uffff', '\uffffx']
      await putKeys(storage, inOrder.toReversed())
      expect(await keysWith(storage)).toEqual(inOrder)
      expect(await keysWith(storage, '')).toEqual(inOrder)
      expect(await keysWith(storage, 'a/')).toEqual(['a/1', 'a/10', 'a/2', 'a/2\uffff', 'a/2\uffff\uffff'])
      expect(await keysWith(storage, 'a/2')).toEqual(['a/2', 'a/2\uffff', 'a/2\uffff\uffff'])
      expect(await keysWith(storage, 'a/2\uffff')).toEqual(['a/2\uffff', 'a/2\uffff\uffff'])
      expect(await keysWith(storage, '\uffff')).toEqual(['\uffff', '\uffffx'])
      expect(await keysWith(storage, 'c')).toEqual([])
    })

    it('with a prefix are deleted together', async () => {
      const storage = places.open()
      await putKeys(storage, ['a', 'a/1', 'a/2', 'b'])
      await storage.write(async (tx) => {
        tx.putRow(things, 'a/3', { size: 3 })
        tx.deleteRows(things, 'a/')
        tx.putRow(things, 'a/4', { size: 4 })
      })
      expect(await keysWith(storage)).toEqual(['a', 'a/4', 'b'])
      await storage.write(async (tx) => tx.deleteRows(things, ''))
      expect(await keysWith(storage)).toEqual([])
    })

    it('hold whatever structured cloning copies', async () => {
      const storage = places.open()
      const any = table<unknown>('any')
      const row = {
        text: 'ä\ud800',
        number: -0.5,
        big: 2n ** 63n,
        none: null,
        missing: undefined,
        list: [1, [2, { three: 3 }]],
        bytes: new Uint8Array([1, 2]),
        when: new Date(5),
        map: new Map([['k', new Set([1])]]),
      }
      await storage.write(async (tx) => {
        tx.putRow(any, 'row', row)
        tx.putRow(any, 'text', 'just text')
        tx.putRow(any, 'false', false)
      })
      expect(await storage.read((tx) => tx.rows(any))).toEqual([
        ['false', false],
        ['row', row],
        ['text', 'just text'],
      ])
    })

    it('refuse values that cannot be copied, at once and without a trace', async () => {
      const storage = places.open()
      const any = table<unknown>('any')
      await storage.write(async (tx) => {
        tx.putRow(any, 'k', 1)
        expect(() => tx.putRow(any, 'k', { call: () => 1 })).toThrow(expect.objectContaining({ name: 'DataCloneError' }))
      })
      expect(await storage.read((tx) => tx.rows(any))).toEqual([['k', 1]])
    })

    it('are copied on the way in and out', async () => {
      const storage = places.open()
      const row = { texts: ['a'] }
      await storage.write(async (tx) => {
        tx.putRow(others, 'k', row)
        row.texts.push('b')
      })
      const seen = await storage.read((tx) => tx.row(others, 'k'))
      ;(seen!.texts as string[]).push('c')
      const [[, again]] = (await storage.read((tx) => tx.rows(others))) as [[string, { texts: string[] }]]
      again.texts.push('d')
      expect(await storage.read((tx) => tx.row(others, 'k'))).toEqual({ texts: ['a'] })
    })

    it('by the thousand stay in order through puts and deletes', async () => {
      const storage = places.open()
      const keys = Array.from({ length: 3000 }, (_, n) => `run/${(n * 7919) % 3000}`)
      await putKeys(storage, keys)
      await storage.write(async (tx) => {
        expect(await tx.rows(things, 'run/29')).toHaveLength(111)
        for (const key of keys.slice(0, 1500)) tx.deleteRow(things, key)
        for (const key of keys.slice(0, 10)) tx.putRow(things, key, { size: 0 })
      })
      expect(await keysWith(storage)).toEqual([...keys.slice(1500), ...keys.slice(0, 10)].sort())
    })
  })
}
