// The parts of Chromium's platform that the environment uses: Web Locks above all.

import { describe, expect, test } from 'vitest'
import { platformEnvironment } from './environment.ts'

const { locks } = platformEnvironment()
const forever = (lost: AbortSignal): Promise<void> => new Promise((resolve) => lost.addEventListener('abort', () => resolve()))
const name = (): string => `test-${crypto.randomUUID()}`

describe('locks', () => {
  test('are there', () => expect(locks).toBeDefined())

  test('are held by one at a time, in turn', async () => {
    const lock = name()
    const order: string[] = []
    const first = locks!.hold(lock, {}, async () => {
      order.push('first begins')
      await Promise.resolve()
      order.push('first ends')
    })
    const second = locks!.hold(lock, {}, async () => void order.push('second'))
    await Promise.all([first, second])
    expect(order).toEqual(['first begins', 'first ends', 'second'])
  })

  test('say at once where they cannot be had', async () => {
    const lock = name()
    let release = (): void => undefined
    const holder = locks!.hold(lock, {}, (held) => new Promise<boolean>((resolve) => (release = () => resolve(held))))
    expect(await locks!.hold(lock, { ifAvailable: true }, async (held) => held)).toBe(false)
    release()
    expect(await holder).toBe(true)
    expect(await locks!.hold(lock, { ifAvailable: true }, async (held) => held)).toBe(true)
  })

  test('are shared where all holders want to share', async () => {
    const lock = name()
    const both = await locks!.hold(lock, { mode: 'shared' }, () =>
      locks!.hold(lock, { mode: 'shared', ifAvailable: true }, async (held) => held),
    )
    expect(both).toBe(true)
  })

  test('tell the holder when they are stolen', async () => {
    const lock = name()
    let wasTold = false
    const holder = locks!.hold(lock, {}, async (_held, lost) => {
      await forever(lost)
      wasTold = true
    })
    // The platform rejects the request of the holder that lost it.
    const outcome = holder.then(
      () => 'kept',
      (error: Error) => error.name,
    )
    await locks!.hold(lock, { ifAvailable: true }, async () => undefined)
    await locks!.hold(lock, { steal: true }, async () => undefined)
    expect(await outcome).toBe('AbortError')
    await expect.poll(() => wasTold).toBe(true)
  })

  test('end the wait when the signal aborts', async () => {
    const lock = name()
    const giveUp = new AbortController()
    await locks!.hold(lock, {}, async () => {
      const waiting = locks!.hold(lock, { signal: giveUp.signal }, async () => 'held')
      giveUp.abort(new Error('enough'))
      await expect(waiting).rejects.toThrow('enough')
    })
  })
})
