import { format } from 'prettier'
import { expect, test } from 'vitest'
import { lineOf, tableOf } from './table.ts'

const built = { name: 'vite-build', passed: true, install: 8123, firstEvent: 2471, bundle: 161_499 }
const failed = { name: 'next-dev', passed: false, install: 12_000 }

test('a line has the figures that there are', () => {
  expect(lineOf(built)).toBe('✓ vite-build         install 8.1 s     first event 2.5 s     161 kB of scripts')
  expect(lineOf(failed)).toBe('✗ next-dev           install 12.0 s    first event')
})

test('the table stands as the formatter would write it', async () => {
  const table = tableOf([built, failed])
  expect(table.split('\n')).toEqual([
    '| Host       | Install | First event |   Test | Scripts |',
    '| ---------- | ------: | ----------: | -----: | ------: |',
    '| vite-build |   8.1 s |       2.5 s | passes |  161 kB |',
    '| next-dev   |  12.0 s |             |  fails |         |',
  ])
  expect(await format(table, { parser: 'markdown' })).toBe(`${table}\n`)
})
