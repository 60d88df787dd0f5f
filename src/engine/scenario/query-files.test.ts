import { describe, expect, it } from 'vitest'
import { createStore } from '../store.ts'
import { isQueryPath, withQueryFiles } from './query-files.ts'

const scenario = {
  version: 1 as const,
  projections: [
    { name: 'a', query: './a.js' },
    { name: 'b', query: 'fromAll()' },
    { name: 'c', query: '../c.js' },
  ],
}

describe('withQueryFiles', () => {
  it('knows a path from a query', () => {
    for (const path of ['./a.js', '../b/a.js', './a query.txt']) expect(isQueryPath(path)).toBe(true)
    for (const query of ['', 'fromAll()', '.5', '/./', './a.js\nfromAll()', ['./a.js'], undefined]) expect(isQueryPath(query)).toBe(false)
  })

  it('puts the texts in place of the paths, without a mark of byte order', async () => {
    const { document, problems } = await withQueryFiles(scenario, (path) => `\ufeff// ${path}`)
    expect(problems).toEqual([])
    expect(document.projections.map(({ query }) => query)).toEqual(['// ./a.js', 'fromAll()', '// ../c.js'])
    expect(scenario.projections[0]!.query).toBe('./a.js')
  })

  it('names every path that cannot be read', async () => {
    const { problems } = await withQueryFiles(scenario, () => Promise.reject(new Error('no such file')))
    expect(problems).toEqual([
      { path: 'projections[0].query', message: '"./a.js" cannot be read: no such file' },
      { path: 'projections[2].query', message: '"../c.js" cannot be read: no such file' },
    ])
  })

  it.each([undefined, 5, [], {}, { projections: 5 }, { projections: [null, 'x', { query: 5 }] }])('leaves %j alone', async (document) => {
    expect(await withQueryFiles(document, () => 'read')).toEqual({ document, problems: [] })
  })
})

it('a store refuses paths of a scenario that comes from no file, and stays as it is', async () => {
  const store = createStore()
  await expect(store.seed(scenario)).rejects.toMatchObject({
    code: 'invalid-scenario',
    message: expect.stringMatching(
      /2 problems:\nprojections\[0\]\.query: "\.\/a\.js" is a path beside the scenario's file.*\nprojections\[2\]/,
    ) as string,
  })
  expect((await store.direct(new Request('http://store/projection/b'))).status).toBe(404)
  await store.close()
})
