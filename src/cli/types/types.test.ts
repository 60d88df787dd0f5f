// The command types, whose output e2e/types/checked compiles beside queries in JavaScript.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readArguments } from '../arguments.ts'
import { runCommand } from '../commands.fixture.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'e2e', 'types', 'checked')

test('prints the events of a file, and the declaration by which queries know them', async () => {
  const { output } = await runCommand('types', '--events', join(folder, 'events.ndjson'))
  expect(`${output.join('\n')}\n`).toBe(readFileSync(join(folder, 'events.d.ts'), 'utf8'))
})

test('refuses a store without events of users, a folder without a store, and two sources', async () => {
  const none = join(folder, 'none')
  expect((await runCommand('types', '--db', none)).failure).toBe(`There is no store in "${none}".`)
  expect((await runCommand('types', '--events', join(folder, 'none.ndjson'))).failure).toMatch(/There is no file/)
  expect(readArguments(['types', '--db', 'a', '--from', 'http://localhost:2113'])).toMatchObject({ kind: 'problem', of: 'types' })
})
