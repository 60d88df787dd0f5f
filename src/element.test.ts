import { expect, it } from 'vitest'

it('defines nothing on a server, and throws nothing', async () => {
  const before = Object.keys(globalThis)
  const module = await import('./element.ts')
  expect(Object.keys(module)).toEqual(['addLanguage'])
  // A translation may be added in code that runs on both sides.
  expect(module.addLanguage('eo', { frame: { share: 'Kunhavigi' } })).toBeUndefined()
  expect('customElements' in globalThis).toBe(false)
  expect(Object.keys(globalThis)).toEqual(before)
})
