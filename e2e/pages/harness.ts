// Puts the package and msw where the tests can reach them.

import { HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'
import * as rillbox from 'rillbox/browser'

const harness = { rillbox, msw: { HttpResponse, http, setupWorker } }

export type Harness = typeof harness

declare global {
  interface Window {
    harness: Harness
    /** The store that a test has started. */
    store: rillbox.StartedStore
  }
}

window.harness = harness
