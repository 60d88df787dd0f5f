import { expect, test } from 'vitest'
import { createRest } from '../at-rest.ts'

test('waits until everything is settled', async () => {
  let isSettled = false
  const rest = createRest(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    isSettled = true
  })
  await rest()
  expect(isSettled).toBe(true)
})

test('waits once in vain for a promise that never settles, and not again', async () => {
  let asked = 0
  const rest = createRest(() => {
    asked++
    return new Promise(() => undefined)
  }, 10)
  await rest()
  await rest()
  expect(asked).toBe(1)
})
