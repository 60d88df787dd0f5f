import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, relative } from 'node:path'
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

async function serve(content: string, others: Readonly<Record<string, string>> = {}): Promise<string> {
  const files: Readonly<Record<string, string>> = { '/cart.json': content, ...others }
  const server = createServer(({ url = '' }, response) => response.writeHead(url in files ? 200 : 404).end(files[url]))
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

  it('reads queries that are paths beside the scenario, from a file and from an address', async () => {
    const query = 'fromAll().when({\n  $any: (s) => s,\n})\n'
    const named = {
      version: 1,
      projections: [
        { name: 'a', query: './totals.js' },
        { name: 'b', query: ['fromAll()'] },
      ],
    }
    const path = file(JSON.stringify(named))
    writeFileSync(join(dirname(path), 'totals.js'), `\ufeff${query}`)
    const origin = await serve(JSON.stringify(named), { '/totals.js': query })
    for (const source of [path, relative(process.cwd(), path), pathToFileURL(path), `${origin}/cart.json`])
      expect((await readScenario(source)).projections).toEqual([{ name: 'a', query }, named.projections[1]])
  })

  it('names the scenario and the query that is not there', async () => {
    const named = JSON.stringify({ version: 1, projections: [{ name: 'a', query: './none.js' }] })
    const path = file(named)
    expect(await refusal(path)).toContain(
      `The scenario "${path}" is not valid:\nprojections[0].query: "./none.js" cannot be read: there is no such file`,
    )
    expect(await refusal(`${await serve(named)}/cart.json`)).toContain(
      'projections[0].query: "./none.js" cannot be read: the server answered 404 Not Found',
    )
    expect(await refusal(JSON.parse(named) as ScenarioSource)).toContain('projections[0].query: "./none.js" is a path beside')
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
