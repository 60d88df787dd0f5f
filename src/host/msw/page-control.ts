// Puts the page under the control of msw's worker before msw talks to it: msw is content with an active worker, which may not see the page's requests.

import { StoreError } from '../../base/errors.ts'
import type { WorkerScript } from './worker-script.ts'

/** Marks the second address of the script: a worker from another address is installed anew, and takes control of open pages. */
const againParameter = 'rillbox-again'

/** Milliseconds that control may take to arrive after the worker was activated. */
const grace = 500

/** Milliseconds for everything that the browser does to install a worker. */
const mostPatience = 30_000

/** Kept for one tab: whether it was reloaded to come under control, so that it never is for ever. */
const reloadedKey = 'rillbox:reloaded-for-worker'

/** @returns the address of the script without the mark of the second one. */
function plainAddress(address: string): string {
  const url = new URL(address)
  url.searchParams.delete(againParameter)
  return url.href
}

/** @returns the other one of the two addresses that the script has. */
export function otherAddress(address: string): URL {
  const url = new URL(address)
  if (url.searchParams.has(againParameter)) url.searchParams.delete(againParameter)
  else url.searchParams.set(againParameter, '1')
  return url
}

/** Whether a worker was made from the script, whatever its query says; msw's option `findWorker`. */
export function isFromScript(workerAddress: string, scriptAddress: string): boolean {
  const [worker, script] = [new URL(workerAddress), new URL(scriptAddress)]
  return worker.origin === script.origin && worker.pathname === script.pathname
}

/**
 * Resolves when the worker of the script controls the page. A page that was loaded past a worker that is there (a hard reload) is
 * reloaded once: then the promise does not settle.
 *
 * @throws StoreError `setup-worker-failed`, with the browser's error as cause where it has one.
 */
export async function takeControl(script: WorkerScript): Promise<void> {
  const found = await navigator.serviceWorker.getRegistration(script.page.href)
  const isThere = found?.scope === script.scope.href && isRegistered(found, script)
  const registration = isThere ? found : await register(script.url, script)
  if (await controls(registration)) return forgetReload()
  if (isThere) return reloadOnce()
  // Another tab unregistered the worker and is still open: registering has brought that worker back, which takes no further pages.
  if (registration.active) await register(otherAddress(registration.active.scriptURL), script)
  if (!(await controls(registration))) throw notControlled(script)
}

/** @param changed called with the new controller, or null where there is none any more. */
export function watchControl(changed: (controller: ServiceWorker | null) => void): { end(): void } {
  // Typed as if it were everywhere; insecure origins have none.
  const serviceWorker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const note = () => changed(serviceWorker!.controller)
  serviceWorker?.addEventListener('controllerchange', note)
  return { end: () => serviceWorker?.removeEventListener('controllerchange', note) }
}

const workersOf = ({ active, installing, waiting }: ServiceWorkerRegistration): ServiceWorker[] =>
  [active, installing, waiting].filter((worker) => worker !== null)

const isRegistered = (registration: ServiceWorkerRegistration, { url }: WorkerScript): boolean =>
  workersOf(registration).some(({ scriptURL }) => plainAddress(scriptURL) === url.href)

async function register(url: URL, { scope }: WorkerScript): Promise<ServiceWorkerRegistration> {
  try {
    return await navigator.serviceWorker.register(url, { scope: scope.href })
  } catch (error) {
    throw registrationFailed(error)
  }
}

/** Waits for as long as the registration has a worker that is still to be activated, and a moment longer for control to arrive. */
function controls(registration: ServiceWorkerRegistration): Promise<boolean> {
  const { serviceWorker } = navigator
  const isControlled = () => serviceWorker.controller !== null && serviceWorker.controller === registration.active
  if (isControlled()) return Promise.resolve(true)
  const started = performance.now()
  let restedAt: number | undefined
  return new Promise((resolve) => {
    const check = () => {
      const now = performance.now()
      const isAtRest = workersOf(registration).every(({ state }) => state === 'activated' || state === 'redundant')
      restedAt = isAtRest ? (restedAt ?? now) : undefined
      const isOver = now - started > mostPatience || (restedAt !== undefined && now - restedAt > grace)
      if (isControlled() || isOver) end(isControlled())
    }
    const end = (isSo: boolean) => {
      clearInterval(timer)
      serviceWorker.removeEventListener('controllerchange', check)
      resolve(isSo)
    }
    const timer = setInterval(check, 50)
    serviceWorker.addEventListener('controllerchange', check)
  })
}

async function reloadOnce(): Promise<never> {
  const wasReloaded = readReload()
  forgetReload()
  if (wasReloaded || !rememberReload()) throw loadedPast()
  location.reload()
  // Resolving now would let the page send requests past the store until it goes.
  await new Promise((resolve) => setTimeout(resolve, mostPatience))
  throw loadedPast()
}

function readReload(): boolean {
  try {
    return sessionStorage.getItem(reloadedKey) !== null
  } catch {
    return false
  }
}

/** @returns whether it will be known after a reload. */
function rememberReload(): boolean {
  try {
    sessionStorage.setItem(reloadedKey, '1')
    return true
  } catch {
    return false
  }
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(reloadedKey)
  } catch {
    // Where nothing can be read, nothing was written.
  }
}

export const registrationFailed = (cause: unknown): StoreError =>
  new StoreError('setup-worker-failed', 'The browser refused the Service Worker.', {
    hint: 'Service Workers need a secure origin (https or localhost) and cookies that are not blocked; reload the page before another try.',
    cause,
  })

export const lostControl = (cause?: unknown): StoreError =>
  new StoreError('setup-worker-lost', 'The Service Worker of this page is gone, so its requests go to the network from now on.', {
    hint:
      'That happens when the data of the site is cleared, which deletes what the store held, or when the worker is unregistered. Call ' +
      'startStore() again, or reload the page.',
    cause,
  })

const loadedPast = (): StoreError =>
  new StoreError('setup-worker-failed', 'This page was loaded past its Service Worker, so its requests would not reach the store.', {
    hint: 'Reload the page without Shift, and switch off "Bypass for network" in the developer tools.',
  })

const notControlled = ({ page, scope }: WorkerScript): StoreError => {
  const other = navigator.serviceWorker.controller?.scriptURL
  const why = other === undefined ? 'the browser did not hand the page over' : `${other} controls it`
  return new StoreError('setup-worker-failed', `The worker with the scope ${scope.href} does not control ${page.href}: ${why}.`, {
    hint: 'Reload the page; if that does not help, unregister the other Service Workers of this site.',
  })
}
