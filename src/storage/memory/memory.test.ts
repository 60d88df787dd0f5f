import { describe, expect, it } from 'vitest'
import { memoryStorage } from './memory.ts'
import { storageContract } from '../storage.contract.ts'
import { append, run } from '../storage.fixture.ts'

storageContract('in memory', () => ({ open: memoryStorage }))

describe('memoryStorage', () => {
  it('is not shared', async () => {
    const [one, two] = [memoryStorage(), memoryStorage()]
    await append(one, run('a', 0, 1))
    expect(one.name).toBeUndefined()
    expect(await two.read((tx) => tx.end())).toBe(0)
  })
})
