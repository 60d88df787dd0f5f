// Tests with a real request whether the page's requests reach the store, and names the obstacle.

import { StoreError, isStoreError } from '../../base/errors.ts'
import { forbiddenByPolicy, watchPolicy } from '../policy-watch.ts'

export interface Probe {
  /** The unique address of its request. */
  readonly url: string
  /** The body of the right answer. */
  readonly answer: string
  /** @throws StoreError `setup-worker-failed`, with the reason as far as the page can know it. */
  send(): Promise<void>
}

/** @param baseUrl absolute, without a slash at the end. */
export function createProbe(baseUrl: string): Probe {
  const answer = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const url = `${baseUrl}/ping?probe=${answer}`
  return {
    url,
    answer,
    async send() {
      const policy = watchPolicy(url)
      try {
        const response = await fetch(url, { cache: 'no-store' })
        if ((await response.text()) !== answer) throw unreached(baseUrl)
      } catch (error) {
        if (await policy.isViolated()) throw forbiddenByPolicy(baseUrl, error)
        throw isStoreError(error) ? error : unreached(baseUrl, error)
      } finally {
        policy.end()
      }
    },
  }
}

const unreached = (baseUrl: string, cause?: unknown): StoreError =>
  new StoreError('setup-worker-failed', `Requests of this page to ${baseUrl} do not reach the store.`, {
    hint:
      'Something answers or stops them before the Service Worker does: reload the page, switch off "Bypass for network" in the ' +
      'developer tools, and unregister the other Service Workers of this site.',
    cause,
  })
