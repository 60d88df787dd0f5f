// The command test-docs, over documents and scenarios, in its formats.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readArguments } from '../arguments.ts'
import { runCommand } from '../commands.fixture.ts'
import { testsAsJUnit } from './report.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rillbox-test-docs-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}

const count = 'fromAll().when({ $init: () => ({ n: 0 }), A: (s) => { s.n += 1 } })'
const block = (expected: string) => `\`\`\`rillbox id=count\nevents:\n  a A\nquery:\n${count}\nexpect:\n${expected}\n\`\`\`\n`
const lesson = (n: number) =>
  JSON.stringify({
    version: 1,
    events: [{ stream: 'a', type: 'A' }],
    projections: [{ name: 'count', query: count }],
    lesson: [{ text: 'One.', expect: [{ projection: 'count', state: { n } }] }],
  })

describe('rillbox test-docs', () => {
  test('prints each document, what fails in it with its line, and the sum', async () => {
    const good = file('a/good.md', `# A\n\n${block('  state {"n": 1}')}`)
    const bad = file(
      'b/bad.mdx',
      `# B\n\n${block('  state {"n": 2}')}\n\`\`\`rillbox colour=red\n${count}\n\`\`\`\n\n\`\`\`http rillbox\nGET /streams/none\nAccept: application/json\n\`\`\`\n`,
    )
    file('node_modules/x/readme.md', block('  state {"n": 5}'))
    file('a/note.txt', '')
    expect((await runCommand('test-docs', folder)).output).toEqual([
      `✓ ${good} (1 test)`,
      `✗ ${bad} (3 tests)`,
      `  ✗ ${bad}:3 query count`,
      `      ${bad}:9: The state should be {"n":2}, and it is {"n":1}.`,
      `  ✗ ${bad}:12 block`,
      expect.stringContaining(`      ${bad}:12: There is no option "colour". Options are `),
      `  ✗ ${bad}:16 GET /streams/none`,
      `      ${bad}:16: GET /streams/none is answered 404 Not Found; a block that expects this says so.`,
      '2 documents, 4 tests: 1 passed, 3 failed',
    ])
    expect((await runCommand('test-docs', join(folder, '**/good.md'), good)).output.at(-1)).toBe('1 document, 1 test: all passed')
  })

  test('names the file of a query that faults, and goes through the lessons of scenarios', async () => {
    const query = file('broken.js', 'fromAll().when({\n  A: (s, e) => s.none.here,\n})')
    file('cart.json', lesson(2))
    const page = file(
      'page.md',
      '```rillbox query=./broken.js\nevents:\n  a A\n```\n\n```rillbox scenario=./cart.json\nexpect:\n  state {"n": 1}\n```\n',
    )
    const { output } = await runCommand('test-docs', page, '--json')
    expect(JSON.parse(output.join('\n'))).toEqual([
      {
        file: page,
        line: 1,
        kind: 'block',
        name: 'query',
        passed: false,
        milliseconds: expect.any(Number),
        problems: [{ file: query, line: 2, message: expect.stringMatching(/^The query faults: /) }],
      },
      { file: page, line: 6, kind: 'block', name: 'query', passed: true, milliseconds: expect.any(Number), problems: [] },
      {
        file: page,
        line: 6,
        kind: 'lesson',
        name: 'lesson of ./cart.json',
        passed: false,
        milliseconds: expect.any(Number),
        problems: [{ file: page, line: 6, message: expect.stringContaining('./cart.json: lesson[0].expect[0]: ') }],
      },
    ])
    expect((await runCommand('test-docs', file('good.json', lesson(1)))).output.at(-1)).toBe('1 document, 1 test: all passed')
    expect((await runCommand('test-docs', join(folder, 'cart.json'))).output.at(-1)).toBe('1 document, 1 test: 0 passed, 1 failed')
  })

  test('writes the report of JUnit beside what it prints', async () => {
    const page = file('page.md', `${block('  state {"n": 2}')}\n${block('  state {"n": 1}').replace('id=count', '')}`)
    const report = join(folder, 'out', 'report.xml')
    expect((await runCommand('test-docs', page, '--junit', report)).output.at(-1)).toBe('1 document, 2 tests: 1 passed, 1 failed')
    const xml = readFileSync(report, 'utf8').replaceAll(/time="[\d.]+"/g, 'time="0"')
    expect(xml.split('\n')).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="rillbox test-docs" tests="2" failures="1" errors="0" time="0">',
      `  <testsuite name="${page}" tests="2" failures="1" errors="0" time="0">`,
      `    <testcase name="query count (line 1)" classname="${page}" file="${page}" line="1" time="0">`,
      `      <failure message="The state should be {&quot;n&quot;:2}, and it is {&quot;n&quot;:1}.">${page}:7: The state should be {&quot;n&quot;:2}, and it is {&quot;n&quot;:1}.</failure>`,
      '    </testcase>',
      `    <testcase name="query (line 10)" classname="${page}" file="${page}" line="10" time="0"/>`,
      '  </testsuite>',
      '</testsuites>',
      '',
    ])
    expect(testsAsJUnit([{ file: 'a\u0001<b', tests: [], isUpdated: false }])).toContain('<testsuite name="a&lt;b"')
  })

  test('updates a document, and then tests it again; faults stay failures', async () => {
    const page = file(
      'page.md',
      `${block('  state {"n": 2}')}\n\`\`\`rillbox\nevents:\n  a A\nquery:\nfromAll().when({ A: (s) => s.none.here })\n\`\`\`\n`,
    )
    const { output } = await runCommand('test-docs', page, '--update')
    expect(output[0]).toBe(`✗ ${page} (2 tests, updated)`)
    expect(output.at(-1)).toBe('1 document, 2 tests: 1 passed, 1 failed')
    expect(readFileSync(page, 'utf8')).toContain(block('  state {"n":1}'))
  })

  test('keeps all of a file but its expectations: its mark and its ends of lines; one that is not UTF-8 stays', async () => {
    const crlf = (n: number) =>
      `\ufeff# A\n\n${block(`  state {"n":${n}}`)}\ntext  \n\n${block(`  state {"n":${n}}`).replace('id=count', '')}`.replaceAll(
        '\n',
        '\r\n',
      )
    const page = file('page.md', crlf(7))
    await runCommand('test-docs', page, '--update')
    expect(readFileSync(page, 'utf8')).toBe(crlf(1))
    writeFileSync(page, Buffer.concat([Buffer.from([0xe9, 0x0a]), Buffer.from(block('  state 5'))]))
    const before = readFileSync(page)
    expect((await runCommand('test-docs', page, '--update')).failure).toMatch(/is not UTF-8: it stays as it is/)
    expect(readFileSync(page)).toEqual(before)
  })

  test('fails where a folder has no block to test, but not for a file that is named', async () => {
    const page = file('page.md', '# A\n\n```js\na\n```\n')
    expect((await runCommand('test-docs', folder)).failure).toBe(
      '1 document without a block that runs: nothing was tested. A block begins with ```rillbox.',
    )
    expect((await runCommand('test-docs', page)).output.at(-1)).toBe('1 document, 0 tests: all passed')
  })

  test('reads MDX as MDX', async () => {
    const page = file('page.mdx', `<Tab>\n${block('  state {"n": 1}')}</Tab>\n`)
    expect((await runCommand('test-docs', page)).output.at(-1)).toBe('1 document, 1 test: all passed')
  })

  test('names a pattern without a file, and what it takes', async () => {
    expect((await runCommand('test-docs', join(folder, '*.md'))).failure).toBe(`No file is named like "${join(folder, '*.md')}".`)
    expect(readArguments(['test-docs'])).toMatchObject({ kind: 'problem', message: expect.stringMatching(/^Which documents\?/) })
    expect(readArguments(['test-docs', 'a.md', '--limit', '0'])).toMatchObject({
      message: '--limit takes a number of seconds above 0, not "0".',
    })
    expect(readArguments(['test-docs', 'a.md', '--limit', '2.5', '--update'])).toEqual({
      kind: 'test-docs',
      patterns: ['a.md'],
      limit: 2.5,
      update: true,
      json: false,
      junit: undefined,
    })
  })
})
