// Comments change nothing about completion and help: tried in front of every word of every built-in scenario.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { javascriptLanguage } from '@codemirror/lang-javascript'
import { describe, expect, test } from 'vitest'
import { FieldShapes } from '../../engine/queries/event-names.ts'
import type { Scenario } from '../../engine/scenario/scenario.ts'
import { queryOf } from '../../engine/scenario/scenario.ts'
import type { StoreNames } from '../model/store/store-names.ts'
import { placeAt } from './completion/completion-place.ts'
import { helpAt } from './word-help.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'demo', 'scenarios')
const queries = readdirSync(folder).flatMap((file) => {
  const { projections = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Scenario
  return projections.map((projection, index) => ({ name: `${file}, ${index + 1}`, query: queryOf(projection) }))
})

const none: StoreNames = { types: new Set(), streams: new Set(), categories: new Set(), fields: new FieldShapes(), isComplete: true }

/** Each could be taken for the code that it ends with. */
const comments = ['/* It ends. */ ', '// It ends.\n', '// first, second,\n', '// an object: {\n', "// don't\n"]

/** A word outside of comments, and the place of its first letter. */
function wordsOf(query: string): number[] {
  const tree = javascriptLanguage.parser.parse(query)
  return [...query.matchAll(/[\w$]+/g)]
    .map(({ index }) => index)
    .filter((index) => !/Comment|String/.test(tree.resolveInner(index, 1).name))
}

/** What can be written behind a word's first letter, apart from where. */
const whatAt = (query: string, at: number) => ({ ...placeAt(javascriptLanguage.parser.parse(query), query, at + 1), from: undefined })

describe.each(queries)('the query of $name', ({ query }) => {
  test('is explained under every comment', () => {
    const tree = javascriptLanguage.parser.parse(query)
    const [selector] = [...query.matchAll(/^from\w+|^options/gm)]
    expect(helpAt(tree, query, selector!.index + 2, none)?.word).toBe(selector![0])
  })

  test.each(comments)('offers the same behind %j as without it', (comment) => {
    const words = wordsOf(query).filter((at) => comment.startsWith('/*') || !/\b(?:return|throw)\s*$/.test(query.slice(0, at)))
    const differing = words.filter((at) => {
      const commented = query.slice(0, at) + comment + query.slice(at)
      return JSON.stringify(whatAt(query, at)) !== JSON.stringify(whatAt(commented, at + comment.length))
    })
    expect(words.length).toBeGreaterThan(5)
    expect(differing.map((at) => query.slice(at, at + 20))).toEqual([])
  })
})

test('there is a built-in query for each scenario', () => {
  expect(queries.length).toBeGreaterThanOrEqual(readdirSync(folder).length - 1)
})
