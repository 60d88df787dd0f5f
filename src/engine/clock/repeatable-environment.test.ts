import { expect, test, vi } from 'vitest'
import { isStoreError } from '../../base/errors.ts'
import { repeatableEnvironment } from './repeatable-environment.ts'

test('ids repeat with the seed, differ within it, and look random', () => {
  const ids = (seed: number) => {
    const { uuid } = repeatableEnvironment({ seed })
    return Array.from({ length: 50 }, uuid)
  }
  expect(ids(1)).toEqual(ids(1))
  expect(ids(1)).not.toEqual(ids(2))
  expect(new Set(ids(1)).size).toBe(50)
  for (const id of ids(1)) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('the clock stands still until it is moved', () => {
  const environment = repeatableEnvironment({ start: '2026-05-01T10:00:00Z' })
  expect(new Date(environment.now()).toISOString()).toBe('2026-05-01T10:00:00.000Z')
  environment.advance(1500)
  expect(new Date(environment.now()).toISOString()).toBe('2026-05-01T10:00:01.500Z')
  environment.advanceTo('2026-05-01T11:00:00Z')
  expect(new Date(environment.now()).toISOString()).toBe('2026-05-01T11:00:00.000Z')
})

test('a step that leads back or nowhere is refused, and the clock stays', () => {
  const environment = repeatableEnvironment({ start: 0 })
  const refused = expect.toSatisfy((error) => isStoreError(error, 'invalid-options')) as Error
  for (const step of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -1, '5', undefined] as number[])
    expect(() => environment.advance(step)).toThrow(refused)
  for (const time of [-1, '1969-01-01T00:00:00Z', '+010000-01-01T00:00:00Z']) expect(() => environment.advanceTo(time)).toThrow(refused)
  expect(environment.now()).toBe(0)
})

test('a clock begins in the years that a server can show', () => {
  const refused = expect.toSatisfy((error) => isStoreError(error, 'invalid-options')) as Error
  for (const start of ['+010000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', 8.64e15, 'soon'])
    expect(() => repeatableEnvironment({ start })).toThrow(refused)
  expect(repeatableEnvironment({ start: '0001-01-01T00:00:00Z' }).now()).toBeLessThan(0)
})

test('callbacks come on time and in order, including those that a callback schedules', () => {
  const environment = repeatableEnvironment({ start: 0 })
  const calls: string[] = []
  const note = (name: string) => () => void calls.push(`${name} at ${environment.now()}`)
  environment.after(200, note('late'))
  environment.after(100, () => {
    note('first')()
    environment.after(50, note('asked for'))
  })
  environment.after(100, note('second'))
  environment.after(150, note('cancelled'))()
  environment.advance(170)
  expect(calls).toEqual(['first at 100', 'second at 100', 'asked for at 150'])
  environment.advance(30)
  expect(calls.at(-1)).toBe('late at 200')
})

test('a callback without a delay waits for no clock', async () => {
  const called = vi.fn<() => void>()
  const { after } = repeatableEnvironment()
  after(0, called)
  after(0, called)()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(called).toHaveBeenCalledOnce()
})

test('a time that is none is refused', () => {
  expect(() => repeatableEnvironment({ start: 'tomorrow' })).toThrow(expect.toSatisfy((error) => isStoreError(error, 'invalid-options')))
})
