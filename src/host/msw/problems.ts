// Words the errors for an msw that is missing, too old, or already running.

import { StoreError } from '../../base/errors.ts'

export const mswMissing = (cause: unknown): StoreError =>
  new StoreError('setup-msw-missing', 'startStore() needs msw, which cannot be loaded.', {
    hint: 'Install it beside rillbox: npm i -D msw',
    cause,
  })

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
