import { expect, test } from 'vitest'
import { platformEnvironment } from '../base/environment.ts'
import { createNodeState } from './node-state.ts'

test('a node that is told to stop answers for a second', () => {
  let now = 5000
  const node = createNodeState({ ...platformEnvironment(), now: () => now })
  expect(node.status()).toBe('ready')
  node.stop()
  expect(node.status()).toBe('stopping')
  now += 999
  expect(node.status()).toBe('stopping')
  node.stop()
  now += 1
  expect(node.status()).toBe('stopped')
})
