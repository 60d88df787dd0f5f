// Checks msw's worker script before msw registers it: a registration that fails leaves the page unusable until it is reloaded.

import { StoreError } from '../../base/errors.ts'
import { recognizeMswScript } from '../../base/platform/msw-script.ts'

export interface WorkerScript {
  readonly url: URL
  /** The worker controls pages whose URL starts with this. */
  readonly scope: URL
  readonly page: URL
}

/** The server's answer to the request for the script. */
export interface WorkerScriptAnswer {
  readonly status: number
  readonly contentType: string
  readonly allowedScope: string | null
  readonly text: string
}

/** @returns the problem of the script; undefined if msw can register it. */
export function workerScriptProblem(script: WorkerScript, answer: WorkerScriptAnswer): StoreError | undefined {
  const { url, scope, page } = script
  const put = `Put it there with "npx rillbox init <public folder>", or give its address with the option workerUrl.`
  if (answer.status !== 200) return missing(`${url.href} answers ${answer.status}.`, put)
  if (!/javascript/i.test(answer.contentType)) {
    const what = answer.contentType || 'no content type'
    return missing(`${url.href} answers with ${what} instead of a script, as many servers do for a file they do not have.`, put)
  }
  const kind = recognizeMswScript(answer.text)
  if (kind === 'foreign') return missing(`${url.href} is a script, but not msw's.`, put)
  if (kind === 'older') {
    const renew =
      'Install msw 3 or newer (npm i -D msw@latest) and write its script with "npx rillbox init <public folder>", or hand ' +
      'storeHandlers(store) to the setupWorker() that you have.'
    return missing(`${url.href} belongs to msw 2, and msw 3 is needed.`, renew)
  }
  if (!page.href.startsWith(scope.href)) {
    return failed(
      `A worker with the scope ${scope.href} sees no request of ${page.href}.`,
      'Serve the worker script from the folder of the page or from one above, or widen workerScope.',
    )
  }
  const widest = new URL(answer.allowedScope ?? './', url)
  if (!scope.href.startsWith(widest.href)) {
    return failed(
      `The scope ${scope.href} is wider than the server allows for ${url.href}.`,
      `Serve the script with the header "Service-Worker-Allowed: ${scope.pathname}", or put it into that folder.`,
    )
  }
  return undefined
}

/**
 * @param workerUrl relative to the page.
 * @param workerScope relative to the page; default: the folder of the script.
 */
export function locateWorkerScript(workerUrl: string, workerScope: string | undefined, page: URL): WorkerScript {
  const url = new URL(workerUrl, page)
  if (url.origin !== page.origin) {
    throw failed(`${url.href} is on another origin than the page.`, 'Browsers take worker scripts only from the origin of the page.')
  }
  return { url, scope: workerScope === undefined ? new URL('./', url) : new URL(workerScope, page), page }
}

/** @throws StoreError `setup-worker-missing` or `setup-worker-failed`, with a hint. */
export async function checkWorkerScript(script: WorkerScript): Promise<void> {
  const answer = await fetchScript(script.url)
  const problem = workerScriptProblem(script, answer)
  if (problem) throw problem
}

async function fetchScript(url: URL): Promise<WorkerScriptAnswer> {
  try {
    const response = await fetch(url)
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      allowedScope: response.headers.get('service-worker-allowed'),
      text: await response.text(),
    }
  } catch (cause) {
    throw missing(`${url.href} cannot be fetched.`, 'Is the server of this page still running?', cause)
  }
}

const missing = (message: string, hint: string, cause?: unknown): StoreError =>
  new StoreError('setup-worker-missing', `The worker script of msw is missing: ${message}`, { hint, cause })

const failed = (message: string, hint: string): StoreError =>
  new StoreError('setup-worker-failed', `The worker script of msw cannot serve this page: ${message}`, { hint })
