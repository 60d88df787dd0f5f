import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { minifySync } from 'vite'
import { describe, expect, test } from 'vitest'
import { isStoreError } from '../../base/errors.ts'
import { locateWorkerScript, workerScriptProblem } from './worker-script.ts'

const page = new URL('https://shop.example/deep/page.html')
const text = readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8')
const answer = { status: 200, contentType: 'text/javascript', allowedScope: null, text }
const problem = (url: string, scope: string | undefined, changes: Partial<typeof answer> | { allowedScope: string }) =>
  workerScriptProblem(locateWorkerScript(url, scope, page), { ...answer, ...changes })

describe('locateWorkerScript', () => {
  test('resolves against the page; the folder of the script is its scope', () => {
    const { url, scope } = locateWorkerScript('assets/worker.js', undefined, page)
    expect([url.href, scope.href]).toEqual(['https://shop.example/deep/assets/worker.js', 'https://shop.example/deep/assets/'])
  })

  test('refuses another origin', () => {
    expect(() => locateWorkerScript('https://cdn.example/worker.js', undefined, page)).toThrow(/another origin/)
  })
})

describe('workerScriptProblem', () => {
  test.each(['/worker.js', '/deep/worker.js'])('has none with %s', (url) => {
    expect(problem(url, undefined, {})).toBeUndefined()
  })

  test('has none with a script that a build has minified', () => {
    expect(problem('/worker.js', undefined, { text: minifySync('worker.js', text).code })).toBeUndefined()
  })

  test.each([
    ['a missing file', { status: 404 }, /answers 404.*npx rillbox init/],
    ['a page in place of the file', { contentType: 'text/html' }, /answers with text\/html instead of a script/],
    ['no type', { contentType: '' }, /no content type/],
    ['another script', { text: 'self.skipWaiting()' }, /not msw's/],
    ['the script of msw 2', { text: text.replaceAll(/(['"])CLIENT_CLOSE\1/g, "'MOCK_DEACTIVATE'") }, /msw 2.*npm i -D msw@latest/],
  ])('reports %s as setup-worker-missing', (_what, changes, message) => {
    const error = problem('/worker.js', undefined, changes)
    expect(isStoreError(error, 'setup-worker-missing')).toBe(true)
    expect(error?.message).toMatch(message)
  })

  test('reports a scope that does not hold the page: msw would reload it for ever', () => {
    const error = problem('/deep/assets/worker.js', undefined, {})
    expect(isStoreError(error, 'setup-worker-failed')).toBe(true)
    expect(error?.message).toMatch(/sees no request of/)
  })

  test('reports a scope that is wider than allowed, and takes one that the server allows', () => {
    expect(problem('/deep/assets/worker.js', '/deep/', {})?.message).toMatch(/Service-Worker-Allowed: \/deep\//)
    expect(problem('/deep/assets/worker.js', '/deep/', { allowedScope: '/' })).toBeUndefined()
  })
})
