import { expect, test } from 'vitest'
import { ControlClient } from './control-client.ts'
import { RemoteClock } from './remote-clock.ts'

// No server listens at this address, so a refusal that a test sees came from the clock itself.
const control = new ControlClient('http://127.0.0.1:1/-')

test.each([
  ['to a time that no server can show', (clock: RemoteClock) => clock.advanceTo('+012000-01-01T00:00:00Z')],
  ['to no time', (clock: RemoteClock) => clock.advanceTo('tomorrow')],
  ['to a time that is over', (clock: RemoteClock) => clock.advanceTo('2020-01-01T00:00:00Z')],
  ['beyond the last year', (clock: RemoteClock) => clock.advance(1e15)],
  ['back', (clock: RemoteClock) => clock.advance(-1)],
])('a served clock that would be moved %s refuses as any other, and goes on', (_where, move) => {
  const clock = new RemoteClock(control)
  const before = clock.now()
  expect(() => move(clock)).toThrow(expect.objectContaining({ code: 'invalid-options' }))
  expect(clock.now() - before).toBeLessThan(60_000)
  expect(clock.now()).toBeGreaterThanOrEqual(before)
})
