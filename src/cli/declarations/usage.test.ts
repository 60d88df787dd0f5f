import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commandNames } from './commands.ts'
import { usage } from './usage.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'command.md'), 'utf8')

it.each(commandNames)('docs/command.md describes %s as the command does', (name) => {
  expect(page).toContain(`## rillbox ${name}\n\n\`\`\`\n${usage(name)}\n\`\`\`\n`)
})
