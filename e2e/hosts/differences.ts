// The known differences between hosts and the store itself: hosts.spec.ts fails where one is missing here, and where one has gone.

export interface Difference {
  readonly host: string
  readonly part: 'statusText' | 'redirected' | 'status' | 'body' | `header ${string}`
  /** A scenario in which it shows; it may show in others. */
  readonly showsIn: string
  readonly why: string
}

export const differences: readonly Difference[] = [
  {
    host: "Playwright's route",
    part: 'statusText',
    showsIn: 'expected versions and repeated writes',
    why: 'Playwright fills in the usual reason phrase of the status; there is no way to give it another.',
  },
  {
    host: "Playwright's route",
    part: 'redirected',
    showsIn: 'redirects',
    why: 'Playwright would send the second request to the network, so the route follows redirects itself: the page sees the last answer.',
  },
]
