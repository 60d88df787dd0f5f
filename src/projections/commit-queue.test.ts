import { describe, expect, it } from 'vitest'
import { createCommitQueue } from './commit-queue.ts'
import { yieldToOthers as turn } from './yield.ts'

type Outcome = 'on' | 'over'

/** A commit that ends when it is told to. */
function commit(begun: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  // It may fail before it has begun.
  promise.catch(() => undefined)
  const begin = () => {
    begun.push(name)
    return promise
  }
  return { begin, resolve, reject }
}

type Commit = ReturnType<typeof commit>

const queueOf = (most: number) => createCommitQueue<Commit, Outcome>({ goesOn: 'on', most, commit: (first) => first.begin() })

describe.each(['at once', 'after others'] as const)('commits that begin %s', (when) => {
  it('come one after the other, and there is room for so many', async () => {
    const queue = queueOf(2)
    const begun: string[] = []
    const [a, b, c] = ['a', 'b', 'c'].map((name) => commit(begun, name))
    expect(await queue.room()).toBe('on')
    queue.add(a!, when)
    expect(await queue.room()).toBe('on')
    queue.add(b!, when)
    let isThereRoom = false
    const room = queue.room().then((outcome) => {
      isThereRoom = true
      return outcome
    })
    await turn()
    expect(begun).toEqual(['a'])
    expect(isThereRoom).toBe(false)
    a!.resolve('on')
    expect(await room).toBe('on')
    await turn()
    expect(begun).toEqual(['a', 'b'])
    queue.add(c!, when)
    b!.resolve('on')
    c!.resolve('on')
    expect(await queue.drained()).toBe('on')
    expect(begun).toEqual(['a', 'b', 'c'])
    expect(queue.isEmpty).toBe(true)
  })

  it('are not begun behind one that ends the run', async () => {
    const queue = queueOf(3)
    const begun: string[] = []
    const [a, b] = ['a', 'b'].map((name) => commit(begun, name))
    queue.add(a!, when)
    queue.add(b!, when)
    a!.resolve('over')
    expect(await queue.drained()).toBe('over')
    expect(begun).toEqual(['a'])
    expect(await queue.room()).toBe('over')
  })

  it('are not begun behind one that failed, and everybody hears of it, however late', async () => {
    const queue = queueOf(3)
    const begun: string[] = []
    const [a, b] = ['a', 'b'].map((name) => commit(begun, name))
    queue.add(a!, when)
    queue.add(b!, when)
    a!.reject(new Error('full'))
    while (!queue.isEmpty) await turn()
    expect(begun).toEqual(['a'])
    await expect(queue.room()).rejects.toThrow('full')
    await expect(queue.drained()).rejects.toThrow('full')
    await expect(queue.stop()).rejects.toThrow('full')
  })

  it('are forgotten when it stops, but for the one under way', async () => {
    const queue = queueOf(3)
    const begun: string[] = []
    const [a, b] = ['a', 'b'].map((name) => commit(begun, name))
    queue.add(a!, when)
    queue.add(b!, when)
    await turn()
    const stopped = queue.stop()
    a!.resolve('on')
    await stopped
    expect(begun).toEqual(['a'])
  })

  it('take along what waits, and count as one with it', async () => {
    const groups: string[][] = []
    const gates = Array.from({ length: 2 }, () => Promise.withResolvers<Outcome>())
    const queue = createCommitQueue<string, Outcome>({
      goesOn: 'on',
      most: 2,
      commit(first, next) {
        const group = [first]
        if (first !== 'alone') for (let item = next(); item !== undefined; item = next()) group.push(item)
        groups.push(group)
        return gates[groups.length - 1]!.promise
      },
    })
    for (const item of ['alone', 'b', 'c']) queue.add(item, when)
    await turn()
    expect(groups).toEqual([['alone']])
    gates[0]!.resolve('on')
    expect(await queue.room()).toBe('on')
    await turn()
    expect(groups).toEqual([['alone'], ['b', 'c']])
    queue.add('d', when)
    let isThereRoom = false
    const room = queue.room().then(() => (isThereRoom = true))
    await turn()
    expect(isThereRoom).toBe(false)
    gates[1]!.resolve('over')
    await room
    expect(await queue.drained()).toBe('over')
    expect(groups).toHaveLength(2)
  })
})

describe('commits that are to begin with the next', () => {
  it('wait for one that begins by itself, and are taken along', async () => {
    const groups: string[][] = []
    const queue = createCommitQueue<string, Outcome>({
      goesOn: 'on',
      most: 3,
      commit(first, next) {
        const group = [first]
        for (let item = next(); item !== undefined; item = next()) group.push(item)
        groups.push(group)
        return Promise.resolve('on')
      },
    })
    queue.add('a', 'with the next')
    await turn()
    expect(groups).toEqual([])
    expect(queue.isEmpty).toBe(false)
    queue.add('b', 'after others')
    queue.add('c', 'with the next')
    while (groups.length === 0) await turn()
    expect(groups).toEqual([['a', 'b', 'c']])
    expect(await queue.drained()).toBe('on')
  })

  it('begin where there is no room for more, and where all are waited for', async () => {
    const queue = queueOf(2)
    const begun: string[] = []
    const [a, b, c] = ['a', 'b', 'c'].map((name) => commit(begun, name))
    for (const each of [a, b, c]) each!.resolve('on')
    queue.add(a!, 'with the next')
    expect(await queue.room()).toBe('on')
    queue.add(b!, 'with the next')
    expect(begun).toEqual([])
    expect(await queue.room()).toBe('on')
    expect(begun).toEqual(['a'])
    queue.add(c!, 'with the next')
    expect(await queue.drained()).toBe('on')
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  it('wait on behind one that began before them', async () => {
    const queue = queueOf(3)
    const begun: string[] = []
    const [a, b] = ['a', 'b'].map((name) => commit(begun, name))
    queue.add(a!, 'at once')
    queue.add(b!, 'with the next')
    a!.resolve('on')
    await turn()
    expect(begun).toEqual(['a'])
    b!.resolve('over')
    expect(await queue.drained()).toBe('over')
  })

  it('are forgotten when it stops', async () => {
    const queue = queueOf(3)
    const begun: string[] = []
    queue.add(commit(begun, 'a'), 'with the next')
    await queue.stop()
    expect(begun).toEqual([])
    expect(queue.isEmpty).toBe(true)
  })
})
