import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { discardRest } from './discard-rest.ts'

const setUp = () => {
  const rest = new PassThrough()
  let cuts = 0
  let fire: (() => void) | undefined
  let waits = 0
  const after = (milliseconds: number, callback: () => void) => {
    waits = milliseconds
    fire = callback
    return () => (fire = undefined)
  }
  discardRest(rest, () => (cuts += 1), { now: () => 0, after })
  return { rest, waits, cuts: () => cuts, isWaiting: () => fire !== undefined, timeOut: () => fire?.() }
}

test('cuts a client that sends nothing more, and does not end', () => {
  const { waits, cuts, isWaiting, timeOut } = setUp()
  expect([waits, cuts()]).toEqual([10_000, 0])
  timeOut()
  expect([cuts(), isWaiting()]).toEqual([1, false])
})

test('cuts a client that sends without end, once', async () => {
  const { rest, cuts, isWaiting } = setUp()
  const piece = Buffer.alloc(50_000_000)
  for (let count = 0; count < 10; count++) await new Promise((resolve) => rest.write(piece, resolve))
  expect([cuts(), isWaiting()]).toEqual([1, false])
})

test.each(['ends', 'goes away'])('waits no more for a client that %s', async (how) => {
  const { rest, cuts, isWaiting } = setUp()
  const closed = new Promise((resolve) => rest.once('close', resolve))
  if (how === 'ends') rest.end('the rest')
  else rest.destroy()
  await closed
  expect([cuts(), isWaiting()]).toEqual([0, false])
})
