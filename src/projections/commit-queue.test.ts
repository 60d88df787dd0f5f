import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createCommitQueue } from './commit-queue.ts'

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

describe.each([
  ['at once', false],
  ['after others had their turn', true],
])('commits that begin %s', (_, isPatient) => {
  it('come one after the other, and there is room for so many', async () => {
    const queue = queueOf(2)
    const begun: string[] = []
    const [a, b, c] = ['a', 'b', 'c'].map((name) => commit(begun, name))
    expect(await queue.room()).toBe('on')
    queue.add(a!, isPatient)
    expect(await queue.room()).toBe('on')
    queue.add(b!, isPatient)
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
    queue.add(c!, isPatient)
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
    queue.add(a!, isPatient)
    queue.add(b!, isPatient)
    a!.resolve('over')
    expect(await queue.drained()).toBe('over')
    expect(begun).toEqual(['a'])
    expect(await queue.room()).toBe('over')
  })

  it('are not begun behind one that failed, and everybody hears of it, however late', async () => {
    const queue = queueOf(3)
    const begun: string[] = []
    const [a, b] = ['a', 'b'].map((name) => commit(begun, name))
    queue.add(a!, isPatient)
    queue.add(b!, isPatient)
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
    queue.add(a!, isPatient)
    queue.add(b!, isPatient)
    await turn()
    const stopped = queue.stop()
    a!.resolve('on')
    await stopped
    expect(begun).toEqual(['a'])
  })

  it('take along what waits, which is under way with them', async () => {
    const groups: string[][] = []
    const gates = Array.from({ length: 2 }, () => Promise.withResolvers<Outcome>())
    const queue = createCommitQueue<string, Outcome>({
      goesOn: 'on',
      most: 3,
      commit(first, next) {
        const group = [first]
        if (first !== 'alone') for (let item = next(); item !== undefined; item = next()) group.push(item)
        groups.push(group)
        return gates[groups.length - 1]!.promise
      },
    })
    for (const item of ['alone', 'b', 'c']) queue.add(item, isPatient)
    await turn()
    expect(groups).toEqual([['alone']])
    gates[0]!.resolve('on')
    expect(await queue.room()).toBe('on')
    await turn()
    expect(groups).toEqual([['alone'], ['b', 'c']])
    queue.add('d', isPatient)
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
