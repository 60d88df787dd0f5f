// Checks that every scenario of the site keeps the promises of its lesson.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LessonRequest, Scenario } from 'rillbox'
import { createStore, scenarioProblems } from 'rillbox'
import { describe, expect, it } from 'vitest'
import { broken, contentOf } from '../src/engine/scenario/lesson-promises.ts'

const folder = join(import.meta.dirname, 'scenarios')
const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8')

const login = { Authorization: `Basic ${btoa('admin:changeit')}` }

it('lead from one to the next, through all of them', () => {
  const seen: string[] = []
  for (let file = 'counter.json'; !seen.includes(file);) {
    seen.push(file)
    file = (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Scenario).next!.src
  }
  expect(seen.sort()).toEqual([...files].sort())
})

it('there are at least eight scenarios', () => {
  expect(files.length).toBeGreaterThanOrEqual(8)
})

describe.each(files)('%s', (file) => {
  const scenario = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Scenario

  it('is a scenario with a title, a description and a lesson that promises something', () => {
    expect(scenarioProblems(scenario)).toEqual([])
    expect(scenario.title).toBeTruthy()
    expect(scenario.description).toBeTruthy()
    expect(scenario.lesson?.flatMap(({ expect: promises = [] }) => promises).length).toBeGreaterThan(0)
  })

  it('offers a scenario that exists at the end of its lesson, under its title', () => {
    const { title, src = '' } = scenario.next ?? {}
    const next = JSON.parse(readFileSync(join(folder, src), 'utf8')) as Scenario
    expect(title).toBe(next.title)
  })

  it('has steps that can all be ticked: by their promises, or by hand', () => {
    for (const { send, expect: promises } of scenario.lesson ?? [])
      expect(send !== undefined || promises === undefined || promises.every((promise) => !('status' in promise))).toBe(true)
  })

  it('stands on the first page with its title and its description', () => {
    const name = file.replace(/\.json$/, '')
    const [, link = ''] = new RegExp(`<a[^>]*href="\\?scenario=${name}"[^>]*>([^]*?)</a\\s*>`).exec(page) ?? []
    const text = link
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    expect(text).toBe(`${scenario.title} ${scenario.description}`)
  })

  it('keeps its promises, step by step', { timeout: 30_000 }, async () => {
    const store = createStore({ baseUrl: 'http://localhost:2113' })
    await store.seed(scenario)
    for (const { text, send, expect: promises = [] } of scenario.lesson ?? []) {
      await store.settled()
      const status = send && (await sent(send))
      await store.settled()
      for (const promise of promises)
        expect.soft(await broken(store, promise, status), `${text}\n${JSON.stringify(promise)}`).toBeUndefined()
    }
    await store.close()

    async function sent(request: LessonRequest): Promise<number> {
      const { method, path } = request
      const { headers, body } = contentOf(request)
      const init = { method, headers: { ...login, ...headers }, body }
      return (await store.fetch(new Request(`http://localhost:2113${path}`, init))).status
    }
  })
})
