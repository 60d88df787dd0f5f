import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { InlineConfig } from 'vite'
import { build, createLogger, createServer, preview } from 'vite'
import type { RillboxPluginOptions } from '../vite.ts'
import byDefault, { rillbox } from '../vite.ts'

const script = readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8')

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rillbox-vite-'))
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>application</title>')
})
afterAll(() => rmSync(root, { recursive: true }))

const application = (base: string, options?: RillboxPluginOptions): InlineConfig => ({
  root,
  base,
  configFile: false,
  logLevel: 'silent',
  plugins: [rillbox(options)],
})

const get = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
}

test.each(['/', '/app/'])('the development server has the worker script below its base %s', async (base) => {
  const server = await createServer({ ...application(base), server: { port: 0, hmr: false, ws: false } })
  await server.listen()
  const origin = new URL(server.resolvedUrls!.local[0]!).origin
  try {
    const served = await get(`${origin}${base}mockServiceWorker.js?x`)
    expect(served).toEqual({ status: 200, type: 'text/javascript', body: script })
    const missed = await get(`${origin}${base}_store/streams/orders`)
    expect(missed).toMatchObject({ status: 503, type: 'text/plain; charset=utf-8' })
    expect(missed.body).toContain(`startStore({ baseUrl: '${base}_store' })`)
    expect((await get(`${origin}${base}_storefront`)).body).toContain('<title>application</title>')
  } finally {
    await server.close()
  }
})

test('the development server keeps its pages where the store shares their origin', async () => {
  const server = await createServer({ ...application('/', { baseUrl: '/' }), server: { port: 0, hmr: false, ws: false } })
  await server.listen()
  try {
    expect((await get(new URL(server.resolvedUrls!.local[0]!).href)).body).toContain('<title>application</title>')
  } finally {
    await server.close()
  }
})

test.each([
  [true, 200],
  [false, 404],
])('the build has it where it is asked for: %s', async (isAsked, status) => {
  const outDir = join(root, `dist-${isAsked}`)
  const options: InlineConfig = { ...application('/', { build: isAsked, baseUrl: '/events' }), appType: 'mpa', build: { outDir } }
  await build(options)
  const server = await preview({ ...options, preview: { port: 0 } })
  const origin = new URL(server.resolvedUrls!.local[0]!).origin
  try {
    expect(await get(`${origin}/mockServiceWorker.js`)).toMatchObject({ status, ...(isAsked && { body: script }) })
    expect((await get(`${origin}/events/ping`)).status).toBe(isAsked ? 503 : 404)
    expect(existsSync(join(outDir, 'mockServiceWorker.js'))).toBe(isAsked)
  } finally {
    await server.close()
  }
})

test('the plugin is the default export too', () => {
  expect(byDefault).toBe(rillbox)
})

test('the development server gives pages the projections, and tells them and the terminal of each saved one', async () => {
  const place = mkdtempSync(join(tmpdir(), 'rillbox-vite-'))
  const query = "fromStream('a').when({ $any: (state) => ({ n: 1 }) })"
  mkdirSync(join(place, 'projections'))
  writeFileSync(join(place, 'index.html'), '<!doctype html><head></head><title>application</title>')
  writeFileSync(join(place, 'projections', 'totals.js'), query)
  const lines: string[] = []
  const customLogger = {
    ...createLogger('silent'),
    warn: (line: string) => void lines.push(line),
    error: (line: string) => void lines.push(line),
  }
  const server = await createServer({
    ...application('/', { projections: 'projections/*.js' }),
    root: place,
    customLogger,
    server: { port: 0, hmr: false, ws: false },
  })
  await server.listen()
  const sent: unknown[] = []
  server.ws.send = (...given: unknown[]) => void sent.push(given)
  const origin = new URL(server.resolvedUrls!.local[0]!).origin
  try {
    expect((await get(`${origin}/`)).body).toMatch(/<head>[^]*html-proxy/)
    const module = async () => (await get(`${origin}/@id/__x00__virtual:rillbox/projections`)).body
    expect(await module()).toContain('"file": "projections/totals.js"')
    writeFileSync(join(place, 'projections', 'totals.js'), `${query} `)
    const update = { name: 'totals', file: 'projections/totals.js', query: `${query} `, mode: 'continuous', emit: true }
    const event = (...projections: object[]) => [
      'rillbox:projections',
      { projections: projections.map((one) => expect.objectContaining(one)), problems: [] },
    ]
    await vi.waitFor(() => expect(sent.at(-1)).toEqual(event(update)), { timeout: 20_000 })
    expect(await module()).toContain('}) ",')
    writeFileSync(join(place, 'projections', 'new.js'), "fromStream('a').when({ $ny: (state) => ({ n: 1 }) })")
    await vi.waitFor(() => expect(sent.at(-1)).toEqual(event({ name: 'new' }, update)), { timeout: 20_000 })
    await vi.waitFor(
      () => expect(lines.join('\n')).toMatch(/projections\/new\.js:1:24 warning No handler is named \$ny\..* unknown-handler/),
      { timeout: 20_000 },
    )
    // What is wrong in one file leaves the others as they are.
    writeFileSync(join(place, 'projections', 'new.js'), '// @emitt no')
    const problem = 'projections/new.js: there is no @emitt. Did you mean @emit?'
    await vi.waitFor(
      () => expect(sent.at(-1)).toEqual(['rillbox:projections', { projections: [expect.objectContaining(update)], problems: [problem] }]),
      {
        timeout: 20_000,
      },
    )
    expect(lines).toContain(`[rillbox] ${problem}`)
  } finally {
    await server.close()
    rmSync(place, { recursive: true })
  }
})

test('a build has the projections where it has the store, and ends where a file is wrong', async () => {
  const place = mkdtempSync(join(tmpdir(), 'rillbox-vite-'))
  mkdirSync(join(place, 'projections'))
  writeFileSync(join(place, 'index.html'), '<!doctype html><head></head><title>application</title>')
  writeFileSync(join(place, 'projections', 'totals.js'), '// the query of the totals')
  const built = async (isAsked: boolean): Promise<string> => {
    const options = { ...application('/', { projections: 'projections', build: isAsked }), root: place }
    const { output } = (await build({ ...options, build: { write: false } })) as { output: { code?: string }[] }
    return output.map(({ code = '' }) => code).join('\n')
  }
  expect(await built(true)).toContain('the query of the totals')
  expect(await built(false)).not.toContain('the query of the totals')
  writeFileSync(join(place, 'projections', 'totals.js'), '// @emitt no')
  await expect(built(true)).rejects.toThrow('projections/totals.js: there is no @emitt.')
  rmSync(place, { recursive: true })
})
