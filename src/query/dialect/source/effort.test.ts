import { expect, test } from 'vitest'
import { Effort, TooLong } from './effort.ts'
import { prepareSource } from './prepare.ts'

/** A clock that goes on by so much with each look. */
const clock = (milliseconds: number) => {
  let now = 0
  return () => (now += milliseconds)
}

const stepsUntil = (effort: Effort): number => {
  for (let count = 1; ; count++) {
    try {
      effort.step()
    } catch (error) {
      expect(error).toBeInstanceOf(TooLong)
      return count
    }
  }
}

test('counts the time of steps, and little of a gap in which nothing moves', () => {
  expect(stepsUntil(new Effort(500, clock(1)))).toBe(500 * 64)
  expect(stepsUntil(new Effort(500, clock(60_000)))).toBe(100 * 64)
})

test.each(['tolerant', 'acornima'] as const)('ends a long text while it is parsed, and while it is translated: %s', async (parser) => {
  const { defaultLanguage } = await import('../../../base/release/releases.ts')
  const language = { ...defaultLanguage, parser } as typeof defaultLanguage
  const text = 'f(1)\n'.repeat(2000)
  // Five tokens in each line, with that of its end; some nodes beside them.
  for (const limit of [20, 160]) {
    const prepared = prepareSource(text, { language, effort: new Effort(limit, clock(1)) })
    await expect(prepared).rejects.toBeInstanceOf(TooLong)
  }
  expect(await prepareSource(text, { language, effort: new Effort(10_000, clock(1)) })).toHaveProperty('code')
})
