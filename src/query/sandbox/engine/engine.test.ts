// Engines that share instances on one thread.

import { expect, test, vi } from 'vitest'
import { limitInstances, startEngine } from './engine.ts'
import { mostInstances } from './most-instances.ts'
import { settings } from './settings.fixture.ts'

test('engines that start together keep to the limit, and each keeps its globals', async () => {
  limitInstances(3)
  const instantiate = vi.spyOn(WebAssembly, 'instantiate')
  const engines = await Promise.all(Array.from({ length: 8 }, () => startEngine(settings)))
  // The first one compiles.
  expect(instantiate.mock.calls.length).toBeLessThanOrEqual(3)
  instantiate.mockRestore()
  for (let round = 1; round <= 3; round += 1) {
    for (const [index, engine] of engines.entries()) {
      await engine.wake()
      const code = `globalThis.uses = (globalThis.uses ?? ${index * 100}) + 1; if (uses !== ${index * 100 + round}) throw new Error(String(uses))`
      expect(engine.evaluate(code, 1000)).toMatchObject({ kind: 'value' })
    }
  }
  for (const engine of engines) engine.close()
  limitInstances(mostInstances)
})

test('engines that have worked seldom share few instances, and those that work more often get their own', async () => {
  vi.resetModules()
  const { limitInstances, startEngine } = await import('./engine.ts')
  limitInstances(6, 2)
  const instantiate = vi.spyOn(WebAssembly, 'instantiate')
  const engines = await Promise.all(Array.from({ length: 6 }, () => startEngine(settings)))
  let round = 0
  const work = async (rounds: number): Promise<number> => {
    for (const end = round + rounds; round < end; round += 1) {
      for (const [index, engine] of engines.entries()) {
        await engine.wake()
        const code = `globalThis.uses = (globalThis.uses ?? ${index * 100}) + 1; if (uses !== ${index * 100 + round + 1}) throw new Error(String(uses))`
        expect(engine.evaluate(code, 1000)).toMatchObject({ kind: 'value' })
      }
    }
    return instantiate.mock.calls.length
  }
  expect(await work(2)).toBe(2)
  expect(await work(20)).toBe(6)
  instantiate.mockRestore()
  for (const engine of engines) engine.close()
})
