// Runs the executable blocks of the documents, as `rillbox test-docs` does, and those that a document shows as text; and finds queries and
// requests that are none.

import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { isExecutable } from '../../src/documents/blocks/blocks.ts'
import { fencesOf } from '../../src/documents/markdown/fences.ts'
import { runLesson } from '../../src/documents/run/lesson.ts'
import { scenarioProblems } from '../../src/engine/scenario/problems.ts'
import type { Scenario } from '../../src/engine/scenario/scenario.ts'
import { createStore } from '../../src/engine/store.ts'
import { given } from '../../src/testing/given.ts'
import { testDocument } from '../../src/documents/markdown/test-document.ts'

const root = join(import.meta.dirname, '..', '..')
const files = ['README.md', ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file))]

/** A document, and each piece of Markdown in it, which is a document too. */
const documents = files
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const shown = fencesOf(text).filter(({ info }) => info === 'md')
    return [{ place: file, file, text }, ...shown.map(({ line, code }) => ({ place: `${file}:${line}`, file, text: code }))]
  })
  .filter(({ text }) => fencesOf(text).some(({ info }) => isExecutable(info)))

test.each(documents)('the blocks of $place are what they say', async ({ file, text }) => {
  const folder = dirname(join(root, file))
  const read = (path: string) => Promise.resolve().then(() => readFileSync(join(folder, path), 'utf8'))
  const { tests } = await testDocument(text, { read, limit: 20_000, now: () => 0 })
  expect(tests.length).toBeGreaterThan(0)
  expect(tests.flatMap(({ problems }) => problems)).toEqual([])
})

/** Documents whose queries have a test of their own, and that test. */
const testedElsewhere: Readonly<Record<string, string>> = {
  'docs/server/diagnostics.md': 'src/query/diagnostics/diagnose.test.ts',
  'docs/server/upgrading.md': 'src/query/upgrade/changes.test.ts',
}

const query = /^\s*(?:from(?:All|Streams?|Category|Categories|StreamsMatching)|options)\s*\(/m
const request = /^\s*(?:(?:GET|POST|PUT|DELETE|HEAD|OPTIONS) \/|(?:\w+=)?"?(?:\$\()?curl )/m
/** What a shell, an image or a program does with a store stands in other languages. */
const shown = ['', 'text', 'sh', 'js', 'javascript', 'http', 'rillbox']

/** @returns the line of each query and request of a document that is not run, and gives no reason in a comment above it. */
function unrunIn(text: string): number[] {
  const lines = text.split('\n')
  return fencesOf(text)
    .filter(({ info, code }) => {
      const [language = ''] = info.split(' ')
      return shown.includes(language) && !isExecutable(info) && ((language !== 'sh' && query.test(code)) || request.test(code))
    })
    .filter(({ line }) => !lines.slice(Math.max(0, line - 3), line - 1).some((above) => /<!-- not run: \S.* -->/.test(above)))
    .map(({ line }) => line)
}

test('every query and every request of the documents is a block that runs, or says why not', () => {
  const unrun = files
    .filter((file) => file.endsWith('.md') && !(file in testedElsewhere))
    .flatMap((file) => unrunIn(readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`))
  expect(unrun).toEqual([])
  for (const [file, tests] of Object.entries(testedElsewhere)) {
    expect([file, ...unrunIn(readFileSync(join(root, file), 'utf8'))].length).toBeGreaterThan(1)
    expect(readFileSync(join(root, tests), 'utf8')).toContain(file)
  }
})

/** Scenarios and lessons as JSON; a lesson goes over the first scenario of its document. */
function scenariosIn(file: string): { readonly place: string; readonly scenario: Scenario }[] {
  const found: { place: string; scenario: Scenario }[] = []
  for (const { line, info, code } of fencesOf(readFileSync(join(root, file), 'utf8'))) {
    if (info !== 'json') continue
    const value = JSON.parse(code) as Partial<Scenario> | Scenario['lesson']
    const scenario = Array.isArray(value) ? { ...found[0]?.scenario, lesson: value } : value
    if (scenario && 'version' in scenario && ('events' in scenario || 'projections' in scenario))
      found.push({ place: `${file}:${line}`, scenario: scenario as Scenario })
  }
  return found
}

const scenarios = files.filter((file) => file.endsWith('.md')).flatMap(scenariosIn)

test('the documents have scenarios, one with a lesson', () => {
  expect(scenarios.length).toBeGreaterThan(2)
  expect(scenarios.filter(({ scenario }) => scenario.lesson)).toHaveLength(1)
})

test.each(scenarios)('the scenario of $place seeds a store, its queries run, and its lesson holds', async ({ scenario }) => {
  expect(scenarioProblems(scenario)).toEqual([])
  const store = createStore({ queries: 'in-process' })
  await store.seed(scenario)
  await store.settled()
  for (const { name } of scenario.projections ?? []) expect((await store.explain(name)).fault).toBeUndefined()
  await store.close()
  expect(await runLesson(scenario)).toEqual([])
})

/** The texts of a program that begin as queries do. */
function queriesIn(code: string): string[] {
  const texts = [...code.matchAll(/`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)]
  return texts
    .map(
      ([, template, single, double]) =>
        template ?? (single ?? double ?? '').replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)),
    )
    .filter((text) => query.test(text) && !text.includes('…'))
}

const programs = ['ts', 'tsx', 'js', 'jsx', 'html', 'astro', 'vue', 'svelte']
const programQueries = files
  .filter((file) => file.endsWith('.md') && !(file in testedElsewhere))
  .flatMap((file) =>
    fencesOf(readFileSync(join(root, file), 'utf8'))
      .filter(({ info }) => programs.includes(info.split(' ')[0]!) && !isExecutable(info))
      .flatMap(({ line, code }) => queriesIn(code).map((text) => ({ place: `${file}:${line}`, text }))),
  )

test('the programs of the documents have queries, and each is one that the server takes', async () => {
  expect(programQueries.length).toBeGreaterThan(10)
  const faults: string[] = []
  for (const { place, text } of programQueries) {
    const { fault } = await given([]).when(text)
    if (fault) faults.push(`${place}: ${fault.message}`)
  }
  expect(faults).toEqual([])
})

test('a query and a request that are not run are found, and a reason above them counts', () => {
  const block = (info: string, code: string): string => `\`\`\`${info}\n${code}\n\`\`\`\n`
  const given = [
    'js',
    'fromAll().when({})',
    'http',
    'GET /streams/a',
    'sh',
    'id=$(curl localhost:2113/streams/a)',
    'js',
    'a()',
    'js rillbox',
    'fromAll()',
  ]
  const text = Array.from({ length: given.length / 2 }, (_, index) => block(given[2 * index]!, given[2 * index + 1]!)).join('\n')
  expect(unrunIn(text)).toEqual([1, 5, 9])
  expect(unrunIn(`<!-- not run: it is only an example -->\n\n${text}`)).toEqual([7, 11])
})
