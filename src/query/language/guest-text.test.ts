import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleGuest } from '../../../scripts/guest-text.ts'
import { given } from '../../testing.ts'

test('the text that engines evaluate follows the modules, and has no template literal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'guest-text-'))
  const [entry, part] = [join(folder, 'entry.ts'), join(folder, 'part.ts')]
  try {
    writeFileSync(entry, "import { part } from './part.ts'\nexport default function guest(): string {\n  return part\n}\n")
    writeFileSync(part, "export const part: string = 'before'\n")
    expect(await bundleGuest(entry)).toContain('"before"')
    writeFileSync(part, "export const part: string = 'after'\n")
    expect(await bundleGuest(entry)).toContain('"after"')
    writeFileSync(part, 'export const part: string = `${Date.now()}`\n')
    await expect(bundleGuest(entry)).rejects.toThrow('template literal')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('functions of the language have the names that scripts know them by', async () => {
  const names = ['fromAll', 'fromCategory', 'fromCategories', 'fromStream', 'fromStreams', 'options', 'on_event', 'on_any', 'log']
  const later = ['emit', 'linkTo', 'linkStreamTo', 'copyTo', 'log', 'Date', 'String', 'BigInt', 'RegExp', 'ShadowRealm']
  const nameOf = "(name) => name + ' ' + globalThis[name].name"
  const { state } = await given([{ stream: 'a', type: 'A', data: {} }]).when(`
    const before = ${JSON.stringify(names)}.map(${nameOf})
    fromAll().when({ A: () => ({ names: before.concat(${JSON.stringify(later)}.map(${nameOf})) }) })`)
  // Both selectors of categories are one function.
  const known = (name: string) => `${name} ${name === 'fromCategories' ? 'fromCategory' : name}`
  expect(state).toEqual({ names: [...names, ...later].map(known) })
})
