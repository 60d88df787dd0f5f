// Tests with a real request whether the page's requests reach the store, and names the obstacle.

import { StoreError, isStoreError } from '../../base/errors.ts'

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
        // The browser reports a violation in a later task.
        await new Promise((resolve) => setTimeout(resolve))
        if (policy.isViolated()) throw forbidden(baseUrl, error)
        throw isStoreError(error) ? error : unreached(baseUrl, error)
      } finally {
        policy.end()
      }
    },
  }
}

/** Listens for a violation of the page's content security policy by the request. */
function watchPolicy(url: string) {
  const { origin } = new URL(url)
  let isViolated = false
  const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    isViolated ||= effectiveDirective === 'connect-src' && blockedURI.startsWith(origin)
  }
  document.addEventListener('securitypolicyviolation', note)
  return { isViolated: () => isViolated, end: () => document.removeEventListener('securitypolicyviolation', note) }
}

const forbidden = (baseUrl: string, cause: unknown): StoreError =>
  new StoreError('setup-worker-failed', `The content security policy of this page forbids requests to ${baseUrl}.`, {
    hint:
      `Allow them with "connect-src 'self' ${new URL(baseUrl).origin}", or let the base URL be a path on the page's own origin, ` +
      'such as "/_store".',
    cause,
  })

const unreached = (baseUrl: string, cause?: unknown): StoreError =>
  new StoreError('setup-worker-failed', `Requests of this page to ${baseUrl} do not reach the store.`, {
    hint:
      'Something answers or stops them before the Service Worker does: reload the page, switch off "Bypass for network" in the ' +
      'developer tools, and unregister the other Service Workers of this site.',
    cause,
  })
