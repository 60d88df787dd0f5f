// Puts the page under the control of msw's worker before msw starts: msw accepts any active worker, even one that does not see the page's requests.

import { StoreError, saidBy } from '../../base/errors.ts'
import { underTest } from '../under-test.ts'
import type { WorkerScript } from './worker-script.ts'

/** Marks the script's second address: the browser installs a worker from another address anew, and the new worker takes control of open pages. */
const againParameter = 'rillbox-again'

/** Milliseconds to wait for control after the worker was activated, while there is something else to try. */
const grace = 500

/** The same where all that is left is to fail: a busy machine takes seconds to hand a page over. */
const lastGrace = 5000

/** Milliseconds to wait for the whole installation of a worker. */
const mostPatience = 30_000

/** Marks, per tab, a reload to gain control, so that a page does not reload for ever. */
const reloadedKey = 'rillbox:reloaded-for-worker'

/** @returns the first address of the script. */
function plainAddress(address: string): string {
  const url = new URL(address)
  url.searchParams.delete(againParameter)
  return url.href
}

/** @returns the other of the script's two addresses. */
export function otherAddress(address: string): URL {
  const url = new URL(address)
  if (url.searchParams.has(againParameter)) url.searchParams.delete(againParameter)
  else url.searchParams.set(againParameter, '1')
  return url
}

/** Whether a worker runs the script, whatever its query; msw's option `findWorker`. */
export function isFromScript(workerAddress: string, scriptAddress: string): boolean {
  const [worker, script] = [new URL(workerAddress), new URL(scriptAddress)]
  return worker.origin === script.origin && worker.pathname === script.pathname
}

/**
 * Whether the page can have Service Workers; it cannot on insecure origins.
 *
 * @throws StoreError `setup-worker-failed` if the browser has them, but not for this page: in frames of other sites whose data are
 *   blocked, and in sandboxed ones.
 */
export async function hasWorkers(page: URL): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  try {
    // Against their types, some browsers and extensions leave the member there with nothing in it, and sandboxed frames throw.
    await (navigator.serviceWorker as ServiceWorkerContainer | null)!.getRegistration(page.href)
    return true
  } catch (error) {
    throw workersRefused(error)
  }
}

/**
 * Resolves when the worker of the script controls the page. Reloads once a page that a hard reload loaded past an existing worker; the promise
 * does not settle then.
 *
 * @throws StoreError `setup-worker-failed`, with the browser's error as cause if there is one.
 */
export async function takeControl(script: WorkerScript): Promise<void> {
  const found = await navigator.serviceWorker.getRegistration(script.page.href)
  const isThere = found?.scope === script.scope.href && isRegistered(found, script)
  const registration = isThere ? found : await register(script.url, script)
  if (await controls(registration)) return forgetReload()
  if (isThere) return await reloadOnce()
  // Another open tab had unregistered the worker; registering revived that worker, which takes no further pages.
  if (registration.active) await register(otherAddress(registration.active.scriptURL), script)
  if (!(await controls(registration, lastGrace))) throw notControlled(script)
}

/** @param changed called with the new controller; null if the page has lost it. */
export function watchControl(changed: (controller: ServiceWorker | null) => void): { end(): void } {
  // Missing on insecure origins, against its type.
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
  let registration: ServiceWorkerRegistration | undefined
  try {
    registration = await navigator.serviceWorker.register(url, { scope: scope.href })
  } catch (error) {
    throw registrationFailed(error)
  }
  if (!registration) throw workersBlocked()
  return registration
}

/** Waits while the registration has a worker to activate, and then for control. */
function controls(registration: ServiceWorkerRegistration, patience = grace): Promise<boolean> {
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
      const isOver = now - started > mostPatience || (restedAt !== undefined && now - restedAt > patience)
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
  // If this resolved now, the page would send requests past the store until it unloads.
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

/** @returns whether the mark survives a reload. */
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
    // Without access to the storage nothing was written either.
  }
}

const registrationFailed = (cause: unknown): StoreError =>
  new StoreError('setup-worker-failed', `The browser refused the Service Worker: ${saidBy(cause)}`, {
    hint: 'Service Workers need a secure origin (https or localhost) and cookies that are not blocked; reload the page before another try.',
    cause,
  })

const workersRefused = (cause: unknown): StoreError =>
  new StoreError('setup-worker-failed', `The browser does not let this page use Service Workers: ${saidBy(cause)}`, {
    hint:
      'Allow the data of this site; open a page by itself that stands in a frame of another site, or in a sandboxed frame. Where that ' +
      'cannot be, send the requests to store.fetch of createStore().',
    cause,
  })

/** Playwright replaces `register` by a function that does nothing. */
function workersBlocked(): StoreError {
  const answered = underTest()?.answered?.map(({ baseUrl }) => baseUrl) ?? []
  return new StoreError('setup-worker-failed', 'Service Workers are blocked in this page: register() gave no registration.', {
    hint:
      answered.length > 0
        ? `The test answers ${answered.join(' and ')}: give its store the base URL of this page, test.use({ store: { baseUrl } }).`
        : "Playwright does that with serviceWorkers: 'block'. Take test from rillbox/playwright, whose store answers this page without a " +
          "worker, or set serviceWorkers: 'allow'.",
  })
}

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
