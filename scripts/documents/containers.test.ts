import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readArguments } from '../../src/cli/arguments.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const dockerfile = read('docker/Dockerfile')

describe('the files of containers', () => {
  test('are those of the documentation', () => {
    const page = read('docs/guides/containers.md')
    expect(page).toContain(`\`\`\`dockerfile\n${dockerfile}\`\`\``)
    expect(page).toContain(`\`\`\`yaml\n${read('docker/compose.yaml')}\`\`\``)
    expect(dockerfile.trimEnd().split('\n')).toHaveLength(10)
  })

  test('start the command with arguments and variables that it understands', () => {
    const [, entry = '[]'] = /^ENTRYPOINT (.*)$/m.exec(dockerfile) ?? []
    const [program, ...given] = JSON.parse(entry) as string[]
    expect(program).toBe('rillbox')
    const { services } = parse(read('docker/compose.yaml')) as { services: { kurrentdb: { environment: Record<string, string> } } }
    expect(readArguments(given, services.kurrentdb.environment)).toMatchObject({
      kind: 'serve',
      host: '0.0.0.0',
      insecure: true,
      notes: [],
    })
  })
})

test('the recipes are the tests that hosts run, of 20 lines at most', () => {
  const page = read('docs/guides/recipes.md')
  for (const file of [
    'orders.sh',
    'orders.py',
    'orders_test.go',
    'orders.php',
    'orders.rb',
    'Orders.java',
    'junit/OrdersTest.java',
    'dotnet/Orders.cs',
    'client.ts',
  ]) {
    const recipe = read(`e2e/matrix/projects/control/${file}`)
    expect(page).toContain(`\n${recipe}\`\`\`\n`)
    expect(recipe.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(20)
  }
})
