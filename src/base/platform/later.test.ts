import { expect, test, vi } from 'vitest'
import { later } from './later.ts'

test('a part is loaded when it is asked for, and once', async () => {
  const load = vi.fn<() => Promise<{ name: string }>>().mockResolvedValue({ name: 'part' })
  const part = later(load)
  expect(load).not.toHaveBeenCalled()
  const [one, other] = await Promise.all([part(), part()])
  expect([one, other, await part()]).toEqual([one, one, one])
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part that fails to load is an error with advice, and the next call asks for it again', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const part = later(vi.fn<() => Promise<string>>().mockRejectedValueOnce(cause).mockResolvedValue('part'))
  await expect(part()).rejects.toMatchObject({ code: 'part-missing', cause, hint: expect.stringContaining('reload the page') })
  await expect(part()).resolves.toBe('part')
})
