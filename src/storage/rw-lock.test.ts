import { describe, expect, it } from 'vitest'
import { createTurns } from './rw-lock.ts'

/** Takes turns and writes down who began. */
function setUp() {
  const turns = createTurns()
  const begun: string[] = []
  const take = async (kind: 'read' | 'write', name: string) => {
    const end = await turns.take(kind)
    begun.push(name)
    return end
  }
  return { turns, begun, take }
}

const settle = () => new Promise((resolve) => void setTimeout(resolve))

describe('turns', () => {
  it('lets readers go together', async () => {
    const { begun, take } = setUp()
    await Promise.all([take('read', 'a'), take('read', 'b')])
    expect(begun).toEqual(['a', 'b'])
  })

  it('lets a writer go alone, in the order of asking', async () => {
    const { begun, take } = setUp()
    const endA = await take('read', 'a')
    const endB = await take('read', 'b')
    const writer = take('write', 'writer')
    const late = take('read', 'late')
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
    const { begun, take } = setUp()
    const end = await take('write', 'a')
    const second = take('write', 'b')
    const third = take('write', 'c')
    end()
    end()
    await second
    await settle()
    expect(begun).toEqual(['a', 'b'])
    ;(await second)()
    await third
  })

  it('is idle when all that asked before have ended', async () => {
    const { turns, take } = setUp()
    const end = await take('read', 'a')
    const writer = take('write', 'b')
    let isIdle = false
    const idle = turns.idle().then(() => (isIdle = true))
    end()
    const endWriter = await writer
    await settle()
    expect(isIdle).toBe(false)
    endWriter()
    await idle
    expect(isIdle).toBe(true)
  })
})
