// English texts of the requests in a page.

import { replaceable } from '../texts.ts'

export const page = replaceable('page', {
  working: 'Waiting for the answer …',
  answered: (others: number): string =>
    others === 0 ? 'Sent.' : others === 1 ? 'Sent, after the request before it.' : `Sent, after the ${others} requests before it.`,
  answer: 'Answer',
  reset: 'The store is as the page finds it.',
  keep: 'Keep my events on this device',
  kept: 'They are kept, for the next page and the next visit.',
  forgotten: 'They are deleted from this device.',
})
