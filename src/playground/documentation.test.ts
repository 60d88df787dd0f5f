import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { panelNames } from './frame/arrangement.ts'
import { partsOf } from './frame/panel-view.ts'
import { longestLink } from './panels/share/share-link.ts'

const folder = import.meta.dirname
const documentation = readFileSync(join(folder, '..', '..', 'docs', 'playground.md'), 'utf8')
const source = (file: string): string => readFileSync(join(folder, file), 'utf8')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))

const isNamed = (name: string): boolean => documentation.includes(`\`${name}\``)

test('every attribute of the playground is documented', () => {
  const attributes = ['store-element.ts', 'playground.ts'].flatMap((file) =>
    [...source(file).matchAll(/^ {4}(\w+): \{ type: /gm)].map(([, name]) => name!),
  )
  expect(attributes).toHaveLength(10)
  expect([...attributes, 'theme'].filter((name) => !isNamed(name))).toEqual([])
})

test('every custom property is documented, and no other', () => {
  const used = new Set(sources.flatMap((file) => source(file).match(/--rillbox-[\w-]+/g) ?? []))
  const named = new Set(documentation.match(/--rillbox-[\w-]+/g))
  expect([...named].sort()).toEqual([...used].sort())
})

test('every part is documented: those of the element itself, and those of the panels under the name of the panel', () => {
  const own = ['playground.ts', 'frame/resting-view.ts'].flatMap((file) =>
    [...source(file).matchAll(/part="([\w -]+)"/g)].flatMap(([, names]) => names!.split(' ')),
  )
  const inside = panelNames.flatMap((name) => partsOf(name).map((part) => `${name}-${part}`))
  expect([...own, 'tab', 'open-tab', 'panel', ...panelNames, ...inside].filter((name) => !isNamed(name))).toEqual([])
})

test('parts of panels are parts that panels have', () => {
  const has = (part: string): boolean => sources.some((file) => new RegExp(`(part="[^"]*|section\\(')\\b${part}\\b`).test(source(file)))
  expect(panelNames.flatMap((name) => partsOf(name).filter((part) => !has(part)))).toEqual([])
})

test('the longest link is documented', () => {
  expect(documentation).toContain(longestLink.toLocaleString('en'))
})
