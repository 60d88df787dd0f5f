import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** In a process of its own: other tests load Lit, which brings its own `customElements`. */
const script = `
  const before = Object.keys(globalThis)
  const module = await import('../element.ts')
  // A translation may be added in code that runs on both sides.
  module.addLanguage('eo', { frame: { share: 'Kunhavigi' } })
  const added = Object.keys(globalThis).filter((name) => !before.includes(name))
  console.log(JSON.stringify({ exported: Object.keys(module), added, defines: 'customElements' in globalThis }))
`

it('defines nothing on a server, and throws nothing', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: import.meta.dirname, encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual({ exported: ['addLanguage'], added: [], defines: false })
})
