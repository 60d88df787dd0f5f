import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStore } from '../../../engine/store.ts'
import { temporaryFolder } from '../../../storage/sqlite/sqlite.fixture.ts'
import { withWebFiles } from './web-files.ts'

const place = temporaryFolder()
const store = createStore()
const ui = join(place.path, 'ui')
const fetch = withWebFiles((request) => store.fetch(request), ui)

beforeAll(() => {
  mkdirSync(join(ui, 'js'), { recursive: true })
  mkdirSync(join(ui, 'folder.html'))
  for (const name of ['ui/index.html', 'ui/js/a b.JS', 'ui/notes.txt', 'ui-secret.html', 'secret.html'])
    writeFileSync(join(place.path, name), name)
  mkdirSync(join(ui, '.git'))
  for (const name of ['.hidden.html', '.git/config.json', 'js/.map.json']) writeFileSync(join(ui, name), name)
  symlinkSync(join(ui, 'index.html'), join(ui, 'same.html'))
  symlinkSync(join(place.path, 'secret.html'), join(ui, 'stolen.html'))
  symlinkSync(join(ui, '.hidden.html'), join(ui, 'shown.html'))
  symlinkSync(join(ui, 'round.html'), join(ui, 'round.html'))
  mkdirSync(join(place.path, 'private'))
  writeFileSync(join(place.path, 'private', 'key.json'), 'key')
  symlinkSync(join(place.path, 'private'), join(ui, 'private'))
})
afterAll(async () => {
  await store.close()
  place.remove()
})

const get = (path: string, init?: RequestInit) => fetch(new Request(`http://localhost:2113${path}`, init))

describe('withWebFiles', () => {
  it('serves files of the folder as EventStoreDB serves its own', async () => {
    const page = await get('/web/index.html')
    expect([page.status, await page.text()]).toEqual([200, 'ui/index.html'])
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'max-age=3600, public',
      vary: 'Accept',
      'access-control-allow-methods': 'GET, OPTIONS',
    })
    const script = await get('/web/js/a%20b.JS?v=1')
    expect([script.headers.get('Content-Type'), await script.text()]).toEqual(['application/javascript; charset=utf-8', 'ui/js/a b.JS'])
  })

  it('follows links inside of the folder', async () => {
    expect(await (await get('/web/same.html')).text()).toBe('ui/index.html')
  })

  it.each(['.hidden.html', '%2Ehidden.html', '.git/config.json', 'js/.map.json', 'js%2F.map.json'])(
    'shows nothing hidden: /web/%s',
    async (path) => {
      expect((await get(`/web/${path}`)).status).toBe(404)
    },
  )

  it.each(['stolen.html', 'shown.html', 'round.html', 'private/key.json'])('follows no other link: /web/%s', async (path) => {
    expect((await get(`/web/${path}`)).status).toBe(404)
  })

  const elsewhere =
    '..%2Fsecret.html %2e%2e%2fsecret.html ..%2Fui-secret.html js%2F..%2F..%2Fsecret.html ..%5Csecret.html %zz.html %FF.html'
  it.each(['', 'none.html', 'notes.txt', 'folder.html', 'index.html/x.html', ...elsewhere.split(' ')])(
    'has no file at /web/%s',
    async (path) => {
      expect((await get(`/web/${path}`)).status).toBe(404)
    },
  )

  it.each([
    ['/ui/cluster', '/web/index.html'],
    ['/ui', '/web/index.html'],
    ['/ui/streams/a%20b', '/web/index.html#/streams/a%20b'],
  ])('leads from the newer page %s to %s', async (path, location) => {
    const page = await get(path)
    expect([page.status, page.headers.get('Location')]).toEqual([302, location])
  })

  it('leaves everything else to the store', async () => {
    expect((await get('/web/%00.html')).status).toBe(400)
    expect((await get('/')).headers.get('Location')).toBe('http://localhost:2113/ui/cluster')
    expect((await get('/web/index.html', { method: 'HEAD' })).status).toBe(405)
    expect((await get('/web/index.html', { headers: { Authorization: `Basic ${btoa('admin:wrong')}` } })).status).toBe(401)
    expect((await get('/streams/none', { headers: { Accept: 'application/json' } })).status).toBe(404)
  })
})
