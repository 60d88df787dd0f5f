import { expect, test } from 'vitest'
import { platformEnvironment } from '../base/platform/environment.ts'
import { createNodeState } from './state.ts'

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

test('a node that stops says so once, when it answers no more', () => {
  let now = 5000
  const timers: { readonly at: number; readonly callback: () => void }[] = []
  const after = (milliseconds: number, callback: () => void) => {
    timers.push({ at: now + milliseconds, callback })
    return () => undefined
  }
  const node = createNodeState({ ...platformEnvironment(), now: () => now, after })
  const heard: string[] = []
  node.onStopped(() => heard.push(node.status()))
  node.onStopped(() => heard.push('not wanted'))()
  node.stop()
  node.stop()
  for (const { at, callback } of timers) {
    now = at
    callback()
  }
  expect(heard).toEqual(['stopped'])
})

test('work per second counts from the last look at least a second ago', () => {
  let now = 5000
  const node = createNodeState({ ...platformEnvironment(), now: () => now })
  const answer = (requests: number) => (node.handled.requests += requests)
  const look = (later: number) => {
    now += later
    return node.perSecond().requests
  }
  answer(4)
  expect(look(999)).toBe(0)
  expect(look(1)).toBe(4)
  answer(20)
  expect(look(500)).toBe(4)
  expect(look(9500)).toBe(2)
  expect(look(1000)).toBe(0)
})
