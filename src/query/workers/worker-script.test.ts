import { describe, expect, test } from 'vitest'
import type { WorkerFailure } from './worker-script.ts'
import { workerProblem } from './worker-script.ts'

const failure: WorkerFailure = {
  address: 'https://shop.example/assets/worker.js',
  page: 'https://shop.example/deep/page.html',
  answer: { status: 200, contentType: 'text/javascript; charset=utf-8' },
  said: 'The script of the Worker could not be loaded.',
}
const problem = (changes: Partial<WorkerFailure>) => workerProblem({ ...failure, ...changes })

describe('workerProblem', () => {
  test.each<[string, Partial<WorkerFailure>, string]>([
    ['a missing file', { answer: { status: 404, contentType: 'text/html' } }, `${failure.address} answers 404`],
    [
      'a page in place of the file',
      { answer: { status: 200, contentType: 'text/html' } },
      `${failure.address} answers with text/html instead of a script`,
    ],
    [
      'no type',
      { answer: { status: 200, contentType: '' } },
      `${failure.address} answers with nothing that has a type instead of a script`,
    ],
    ['a server that is gone', { answer: 'none' }, `${failure.address} cannot be fetched`],
    [
      'an address of the machine that built it',
      { address: 'file:///app/worker.js' },
      "file:///app/worker.js is no address for a page: the application's build has not found the script",
    ],
    [
      'a bundle without addresses',
      { address: undefined, said: 'Invalid URL' },
      'the bundle does not tell where its files lie (Invalid URL)',
    ],
    ['a script that breaks', { said: 'x is not defined' }, `the script at ${failure.address} could not be started (x is not defined)`],
  ])('%s: names the address and the reason, and says where to put the script', (_, changes, reason) => {
    expect(problem(changes)).toEqual({ reason, hint: expect.stringMatching(/rillbox\/worker.*queryWorkerUrl/) })
  })

  test('a script on another origin is asked for by the page, whose server and policy have to allow it', () => {
    const address = 'https://cdn.example/worker.js'
    expect(problem({ address, answer: 'none' })).toEqual({
      reason: `${address} is on another origin than the page, and cannot be fetched from there`,
      hint: expect.stringContaining('Access-Control-Allow-Origin') as string,
    })
    expect(problem({ address, answer: { status: 404, contentType: '' } }).reason).toBe(`${address} answers 404`)
    expect(problem({ address, forbiddenBy: 'worker-src blob:' })).toEqual({
      reason: `the page's content security policy forbids ${address} (worker-src)`,
      hint: 'Allow it: worker-src blob:.',
    })
  })

  test('a content security policy is blamed only where it was the one', () => {
    expect(problem({ forbiddenBy: 'worker-src' })).toEqual({
      reason: `the page's content security policy forbids ${failure.address} (worker-src)`,
      hint: "Allow it: worker-src 'self'.",
    })
    expect(problem({ forbiddenBy: 'trusted-types' }).hint).toBe('Allow it: trusted-types rillbox.')
    expect(JSON.stringify(problem({}))).not.toContain('policy')
  })

  test('a page without an origin is told so, but not a file, which has none either', () => {
    expect(problem({ isOpaque: true }).hint).toContain('allow-same-origin')
    expect(problem({ isOpaque: true, address: 'file:///app/worker.js' }).hint).toContain('queryWorkerUrl')
  })
})
