// Tells whether the page's content security policy forbade a request, and what would allow it.

import { StoreError } from '../base/errors.ts'

export interface PolicyWatch {
  /** The browser reports a violation in a later task: this waits for it. */
  isViolated(): Promise<boolean>
  end(): void
}

/** Listens for a violation of the page's content security policy by a request to the URL. */
export function watchPolicy(url: string): PolicyWatch {
  const { origin } = new URL(url)
  let isViolated = false
  const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    isViolated ||= effectiveDirective === 'connect-src' && blockedURI.startsWith(origin)
  }
  document.addEventListener('securitypolicyviolation', note)
  return {
    async isViolated() {
      await new Promise((resolve) => setTimeout(resolve))
      return isViolated
    },
    end: () => document.removeEventListener('securitypolicyviolation', note),
  }
}

export const forbiddenByPolicy = (baseUrl: string, cause: unknown): StoreError =>
  new StoreError('setup-worker-failed', `The content security policy of this page forbids requests to ${baseUrl}.`, {
    hint:
      `Allow them with "connect-src 'self' ${new URL(baseUrl).origin}", or let the base URL be a path on the page's own origin, ` +
      'like "/_store".',
    cause,
  })
