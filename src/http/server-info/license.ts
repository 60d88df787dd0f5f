// Answers with the license of a node that has no key (26 §3).

import type { Settings } from '../../base/settings.ts'
import type { Exchange, Reply, Route } from '../exchange.ts'
import { besideRoutes } from '../pipeline/reply/replies.ts'

/** Texts in every case, as the server prints them. */
const license = {
  isExpired: 'false',
  licenseId: 'Single Node Dynamic License',
  company: 'Kurrent, Inc',
  isTrial: 'false',
  daysRemaining: '2,912,110.76',
  isValid: 'true',
  notes: 'Single-node license granted. No license key configured.',
  isFloating: 'true',
  startDate: '0',
}

/** Beside the pipeline of the other routes: almost without headers for other origins, and with a way to the sign-in page. */
export const licenseRoute = ({ security }: Settings): Route => ({
  method: 'GET',
  path: '/license',
  access: 'anyone',
  writes: 'any',
  handle: async (exchange) => besideRoutes(exchange.request, security === 'secure' && !exchange.user ? signIn(exchange) : shown),
})

const shown: Reply = { status: 200, type: 'application/json; charset=utf-8', body: JSON.stringify(license) }

/** Browsers are led to the page; other clients are only told where it is. */
const signIn = ({ request, unprefixedBase }: Exchange): Reply => ({
  ...(request.headers.get('User-Agent')?.startsWith('Mozilla') ? { status: 302, reason: 'Found' } : { status: 401 }),
  headers: { Location: `${unprefixedBase}/ui/login?ReturnUrl=%2Flicense` },
})
