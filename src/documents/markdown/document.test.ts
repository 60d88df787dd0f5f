import { describe, expect, test } from 'vitest'
import { readBlocks } from '../blocks/blocks.ts'
import type { RunBlock } from '../run/run-page.ts'
import { runPage } from '../run/run-page.ts'
import { fencesOf } from './fences.ts'
import { testDocument, testScenario } from './test-document.ts'
import { updatedDocument } from './update.ts'

test('fences have their lines, below front matter, in lists and in quotes', () => {
  const text =
    '---\ntitle: "```"\n---\n\n- a\n\n  ```js rillbox\n  one\n    two\n  ```\n\n> ~~~rillbox id=a\n> three\n> ~~~\n\n<!--\n```rillbox\n```\n-->\n'
  expect(fencesOf(text)).toEqual([
    { line: 7, info: 'js rillbox', code: 'one\n  two\n' },
    { line: 12, info: 'rillbox id=a', code: 'three\n' },
  ])
})

test('a fence without an end, or in HTML, is found with its flaw; one in a comment is none', () => {
  expect(fencesOf('\ufeff```rillbox\none\n')).toEqual([{ line: 1, info: 'rillbox', code: 'one\n', flaw: 'unended' }])
  expect(fencesOf('> ```js\n> one\n\ntext')).toMatchObject([{ line: 1, flaw: 'unended' }])
  expect(fencesOf('<details>\n```rillbox id=a\none\n```\n</details>\n\n<!-- ```rillbox\n```rillbox\n-->\n')).toEqual([
    { line: 2, info: 'rillbox id=a', code: '', flaw: 'in-html' },
  ])
})

test('in MDX a fence stands between tags, as deep as they do', () => {
  const text = '<Tabs>\n  <Tab>\n    ```rillbox\n    one\n      two\n    ```\n  </Tab>\n</Tabs>\n\n- a\n\n  ```js\n  three\n  ```\n'
  expect(fencesOf(text, 'page.mdx')).toEqual([
    { line: 3, info: 'rillbox', code: 'one\n  two\n' },
    { line: 12, info: 'js', code: 'three\n' },
  ])
})

async function run(text: string): Promise<RunBlock[]> {
  const { blocks, problems } = readBlocks(fencesOf(text))
  expect(problems).toEqual([])
  const runs: RunBlock[] = []
  for await (const each of runPage(blocks, {
    read: () => Promise.reject(new Error('nothing is read')),
    fencesIn: () => Promise.resolve([]),
  }))
    runs.push(each)
  return runs
}

async function updated(text: string): Promise<string> {
  const next = updatedDocument(text, await run(text))
  // What was written holds.
  const again = await run(next)
  expect(again.flatMap((each) => each.problems)).toEqual([])
  return next
}

const query = "fromAll().foreachStream().when({ $init: () => ({ n: 0 }), A: (s) => { s.n += 1; emit('out', 'B', { n: s.n }) } })"
const block = (expected: string) => `\`\`\`rillbox partition=a-1\nevents:\n  a-1 A\n  a-1 A\nquery:\n${query}\nexpect:\n${expected}\`\`\`\n`

describe('an update', () => {
  test('writes what does not hold, and leaves what does', async () => {
    const holds = block('  state {"n": 2}\n  emitted out B {"n": 1}\n  emitted out B {"n":2}\n')
    expect(await updated(holds)).toBe(holds)
    expect(
      await updated(
        block('   state {"n":\n     3}\n   state a-1 { "n": 2 }\n   state a-9 1\n   emitted out B\n   emitted x Y\n   emitted x Z\n'),
      ),
    ).toBe(block('   state {"n":2}\n   state a-1 { "n": 2 }\n   emitted out B {"n":1}\n   emitted out B {"n":2}\n'))
  })

  test('fills an empty section, in a list and in a quote', async () => {
    const filled = '  state a-1 {"n":2}\n  emitted out B {"n":1}\n  emitted out B {"n":2}\n'
    const within = (sign: string, text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => sign + line)
        .join('\n')
    expect(await updated(within('> ', block('')))).toBe(within('> ', block(filled)))
    expect(await updated(`- a\n\n${within('  ', block(''))}`)).toBe(`- a\n\n${within('  ', block(filled))}`)
  })

  test('writes answers', async () => {
    const post =
      'POST /streams/a-1\nContent-Type: application/json\nES-EventType: A\nES-EventId: 5c0d2f1e-7a5b-4c37-9d5e-3a1f0e6b8c21\n\n{}\n'
    const get = 'GET /streams/a-1/0\nAccept: application/json\n'
    const page = (first: string, second: string, third: string) =>
      `\`\`\`http rillbox\n${post}${first}\`\`\`\n\n\`\`\`http rillbox\n${get}${second}\`\`\`\n\n\`\`\`http rillbox\n${get}${third}\`\`\`\n`
    expect(await updated(page('\nHTTP/1.1 201 Created\nLocation: none\n', '\nHTTP/1.1 200 OK\n\n{\n  "a": 1\n}\n', ''))).toBe(
      page(
        '\nHTTP/1.1 201 Created\nLocation: http://localhost:2113/streams/a-1/0\n',
        '\nHTTP/1.1 200 OK\n\n{}\n',
        '\nHTTP/1.1 200 OK\n\n{}\n',
      ),
    )
  })
})

test('a block that cannot be read is one test, at its first line, with all of its problems', async () => {
  const text = '# A\n\n```rillbox colour=red hide=all\nfromAll()\n```\n\n```http rillbox\n\nGET a\n```\n'
  const options = { read: () => Promise.reject(new Error('nothing is read')), limit: 1000, now: () => 0 }
  const { tests } = await testDocument(text, options)
  expect(tests.map(({ line, problems }) => [line, problems.map((problem) => problem.line)])).toEqual([
    [3, [3, 3]],
    [7, [9]],
  ])
})

test('a lesson that does not end within the limit is named with it', async () => {
  const headers = { 'Kurrent-LongPoll': '10' }
  const lesson = [{ text: 'Wait.', send: { method: 'GET', path: '/streams/a/0/forward/20', headers } }]
  const read = () => Promise.resolve(JSON.stringify({ version: 1, lesson }))
  expect(await testScenario('a.json', { read, limit: 100, now: () => 0 })).toMatchObject({
    problems: [{ line: 1, message: 'The lesson of a.json has not ended within 0.1 s, the limit for one block.' }],
  })
})
