import { describe, expect, it } from 'vitest'
import { createReadWriteLock } from './rw-lock.ts'

/** Acquires the lock and records the order in which holders began. */
function setUp() {
  const lock = createReadWriteLock()
  const begun: string[] = []
  const acquire = async (kind: 'read' | 'write', name: string) => {
    const end = await lock.acquire(kind)
    begun.push(name)
    return end
  }
  return { lock, begun, acquire }
}

const settle = () => new Promise((resolve) => void setTimeout(resolve))

describe('read-write lock', () => {
  it('lets readers go together', async () => {
    const { begun, acquire } = setUp()
    await Promise.all([acquire('read', 'a'), acquire('read', 'b')])
    expect(begun).toEqual(['a', 'b'])
  })

  it('lets a writer go alone, in the order of asking', async () => {
    const { begun, acquire } = setUp()
    const endA = await acquire('read', 'a')
    const endB = await acquire('read', 'b')
    const writer = acquire('write', 'writer')
    const late = acquire('read', 'late')
    endA()
    await settle()
    expect(begun).toEqual(['a', 'b'])
    endB()
    const endWriter = await writer
    await settle()
    expect(begun).toEqual(['a', 'b', 'writer'])
    endWriter()
    await late
    expect(begun).toEqual(['a', 'b', 'writer', 'late'])
  })

  it('ends a turn once only', async () => {
    const { begun, acquire } = setUp()
    const end = await acquire('write', 'a')
    const second = acquire('write', 'b')
    const third = acquire('write', 'c')
    end()
    end()
    await second
    await settle()
    expect(begun).toEqual(['a', 'b'])
    ;(await second)()
    await third
  })

  it('is idle when all that asked before have ended', async () => {
    const { lock, acquire } = setUp()
    const end = await acquire('read', 'a')
    const writer = acquire('write', 'b')
    let isIdle = false
    const idle = lock.idle().then(() => (isIdle = true))
    end()
    const endWriter = await writer
    await settle()
    expect(isIdle).toBe(false)
    endWriter()
    await idle
    expect(isIdle).toBe(true)
  })
})
