import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InlineConfig } from 'vite'
import { build, createServer, preview } from 'vite'
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
