// Spells headers and media types as a release does, and reads headers by any of their names.

import type { HttpFacts, Release } from './facts.ts'
import { defaultRelease, factsOf } from './releases.ts'

type HeaderName = keyof HttpFacts['requestHeaders']

/** The name of a request header in today's spelling of the release. */
export const headerName = (release: Release, name: HeaderName): string => factsOf(release).http.requestHeaders[name][0]

/** A JSON media type of the server, e.g. `events`, in today's spelling of the release. */
export const vendorType = (release: Release, kind: string): string => `application/vnd.${factsOf(release).http.vendors[0]}.${kind}+json`

/** The value of a request header under any name that a release has for it. @param get by a name in lower case. */
export function sentHeader(get: (name: string) => string | undefined, name: HeaderName): string | undefined {
  // The default release knows all names.
  for (const known of factsOf(defaultRelease).http.requestHeaders[name]) {
    const value = get(known.toLowerCase())
    if (value !== undefined) return value
  }
  return undefined
}

/** Whether a media type is the server's JSON type of this kind, under any vendor. */
export const isVendorType = (type: string | undefined, kind: string): boolean =>
  factsOf(defaultRelease).http.vendors.some((vendor) => type === `application/vnd.${vendor}.${kind}+json`)
