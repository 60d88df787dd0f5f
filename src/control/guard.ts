// Decides who may use the control routes: programs, and pages of the port itself; no page of another origin, and under no borrowed name.

import { isAddress, isLoopback } from '../base/hosts.ts'

export interface ControlCaller {
  readonly method: string
  /** Host and port as the request names them. */
  readonly authority: string
  /** The same without the port; IPv6 in brackets. */
  readonly hostname: string
  readonly headers: Headers
}

export interface ControlGuardOptions {
  /** Names and addresses under which the port is known, beside those of this machine. */
  readonly hosts: readonly string[]
  /** Whether other machines reach the port: then a name without a dot is one of a network of containers, which no page of the internet has. */
  readonly isExposed: boolean
}

export type ControlVerdict = { readonly kind: 'allowed' } | { readonly kind: 'refused'; readonly code: string; readonly detail: string }

const allowed: ControlVerdict = { kind: 'allowed' }

/**
 * Stricter than the guard of the port, whose `*` lets every name and every page in: these routes replace the whole store.
 * A page whose name leads here for a moment sends neither `Origin` nor `Sec-Fetch-Site` with a GET, so the name alone tells it.
 */
export function judgeControl(
  { method, authority, hostname, headers }: ControlCaller,
  { hosts, isExposed }: ControlGuardOptions,
): ControlVerdict {
  const isKnown = isLoopback(hostname) || isAddress(hostname) || hosts.includes(hostname) || (isExposed && !hostname.includes('.'))
  if (!isKnown)
    return refused(
      'unknown-host',
      `The control routes are not known as "${hostname}": name it with --allow-host ${hostname}; * is not enough.`,
    )
  const origin = headers.get('Origin')
  if (origin !== null && !isOwn(origin, authority))
    return refused(
      'foreign-page',
      `A page of ${origin} asks: only pages of this port may use the control routes, whatever --allow-origin says.`,
    )
  const site = headers.get('Sec-Fetch-Site')
  // Typing an address asks as nobody's page; following a link of another site asks as that site's.
  if (site !== null && site !== 'same-origin' && !(site === 'none' && method === 'GET'))
    return refused('foreign-page', 'A page of another origin asks: only pages of this port may use the control routes.')
  return allowed
}

const isOwn = (origin: string, authority: string): boolean => URL.canParse(origin) && new URL(origin).host === authority

const refused = (code: string, detail: string): ControlVerdict => ({ kind: 'refused', code, detail })
