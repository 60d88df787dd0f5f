// Words the errors for an msw that is missing, too old, already running, or fails.

import { StoreError, saidBy } from '../../base/errors.ts'
import { isObject } from '../../base/platform/realms.ts'

/** The error for an `import` of msw that was rejected. */
export function mswNotLoaded(cause: unknown): StoreError {
  if (isUnresolved(cause))
    return new StoreError('setup-msw-missing', 'startStore() needs msw, which cannot be found.', {
      hint: 'Install it beside rillbox: npm i -D msw',
      cause,
    })
  return mswFailed('load', cause)
}

/** What Node, bundlers and browsers say of a module that is nowhere; no other words mean that msw has to be installed. */
const isUnresolved = (cause: unknown): boolean =>
  (isObject(cause) && 'code' in cause && String(cause.code).endsWith('MODULE_NOT_FOUND')) ||
  /cannot find|could not resolve|failed to resolve|does not resolve|bare specifier/i.test(String(cause))

/** @param step what msw could not do. */
export const mswFailed = (step: 'load' | 'start', cause: unknown): StoreError =>
  new StoreError('setup-msw-failed', `msw is here, and cannot ${step}: ${saidBy(cause)}`, {
    hint:
      step === 'load' && isFetchFailure(cause)
        ? 'Reload the page: its scripts may have been replaced by those of a newer build.'
        : 'The cause is what the browser or msw has said; an application that needs no interception can send its requests to store.fetch.',
    cause,
  })

const isFetchFailure = (cause: unknown): boolean => /dynamically imported module|module script failed/i.test(String(cause))

export const mswTooOld = (): StoreError =>
  new StoreError('setup-msw-missing', 'startStore() needs msw 3 in a page, and this is an older one.', {
    hint:
      'Install a newer one (npm i -D msw@latest, npx rillbox init <public folder>), or hand the store to the setupWorker() that you have: ' +
      'setupWorker(...yours, ...storeHandlers(createStore({ baseUrl }))).',
  })

/** @param by the msw function that started the other instance. */
export const mswRunning = (by: 'setupWorker' | 'setupServer', cause?: unknown): StoreError =>
  new StoreError(
    'setup-msw-running',
    `msw answers requests of this ${by === 'setupWorker' ? 'page' : 'process'} already, with handlers of its own.`,
    {
      hint: `Create the store with createStore({ baseUrl }), and hand it to the ${by}() that you have: ${by}(...yours, ...storeHandlers(store)).`,
      cause,
    },
  )

/** Whether msw refused to start because another instance that shares its code is running. */
export const isRefusedByMsw = (error: unknown): boolean => String(error).includes('already replaced')
