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
