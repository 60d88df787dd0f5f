import { expect, test } from 'vitest'
import { isFromScript, otherAddress } from './page-control.ts'

const script = 'https://shop.example/mockServiceWorker.js?v=3'

test('a script has two addresses, each the counterpart of the other', () => {
  const second = otherAddress(script).href
  expect(second).not.toBe(script)
  expect(otherAddress(second).href).toBe(script)
})

test('recognises workers of the script whatever their query, and no others', () => {
  expect(isFromScript(otherAddress(script).href, script)).toBe(true)
  expect(isFromScript('https://shop.example/mockServiceWorker.js', script)).toBe(true)
  expect(isFromScript('https://shop.example/sw.js?v=3', script)).toBe(false)
  expect(isFromScript('https://other.example/mockServiceWorker.js?v=3', script)).toBe(false)
})
