import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { isStoreError } from '../../base/errors.ts'
import { temporaryFolder } from '../../storage/sqlite/sqlite.fixture.ts'
import type { ScenarioSource } from './scenario-source.ts'
import { readScenario } from './scenario-source.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

const file = (content: string): string => {
  const folder = temporaryFolder()
  cleanups.push(folder.remove)
  const path = join(folder.path, 'cart.json')
  writeFileSync(path, content)
  return path
}

async function serve(content: string): Promise<string> {
  const server = createServer((request, response) => response.writeHead(request.url === '/cart.json' ? 200 : 404).end(content))
  cleanups.push(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const scenario = { version: 1, events: [{ stream: 'cart-1', type: 'Opened' }] }
const text = JSON.stringify(scenario)

const refusal = (source: ScenarioSource): Promise<string> =>
  readScenario(source).then(
    () => 'read',
    (error: unknown) => (isStoreError(error, 'invalid-scenario') ? error.message : `another error: ${String(error)}`),
  )

describe('readScenario', () => {
  it('takes the scenario itself, a path, a file URL and an address', async () => {
    const [path, origin] = [file(`\ufeff${text}`), await serve(text)]
    const sources = [scenario, path, relative(process.cwd(), path), pathToFileURL(path), pathToFileURL(path).href]
    for (const source of [...sources, `${origin}/cart.json`, new URL(`${origin}/cart.json`)]) {
      expect(await readScenario(source)).toEqual(scenario)
    }
  })

  it('names the file and its mistake', async () => {
    const none = join(process.cwd(), 'none.json')
    expect(await refusal('none.json')).toContain(`The scenario "${none}" cannot be read: there is no such file. A path is relative to`)
    const broken = file('{"version": 1,}')
    expect(await refusal(broken)).toContain(`The scenario "${broken}" cannot be read: it is not JSON (`)
    const invalid = file('{"version": 1, "events": [{}]}')
    expect(await refusal(invalid)).toContain(`The scenario "${invalid}" is not valid:\nevents[0].stream: is missing`)
    expect(await refusal({ version: 2 })).toContain('The scenario is not valid:\nversion: expected 1')
  })

  it('names the address and its answer', async () => {
    const origin = await serve(text)
    expect(await refusal(`${origin}/none.json`)).toContain(
      `The scenario ${origin}/none.json cannot be read: the server answered 404 Not Found.`,
    )
    expect(await refusal('http://127.0.0.1:9/cart.json')).toContain(
      'The scenario http://127.0.0.1:9/cart.json cannot be read: fetch failed',
    )
  })
})
