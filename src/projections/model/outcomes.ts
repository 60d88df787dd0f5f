// Outcomes of operations on projections, which the routes turn into replies.

/** No projection has the name. */
export type Unknown = { readonly kind: 'unknown' }

/** The caller may not change one-time and continuous projections (projections-http §3). */
export type NotAuthorized = { readonly kind: 'not-authorized' }

/** Refused for a reason that clients see (projections-http §2.7). */
export type Refused = { readonly kind: 'refused'; readonly reason: string }

/** The server never answers. */
export type NoReply = { readonly kind: 'no-reply' }

export type Updated = { readonly kind: 'updated'; readonly name: string }
export type Conflict = { readonly kind: 'conflict'; readonly reason: string }

export type ChangeOutcome = Updated | Unknown | NotAuthorized | Refused | NoReply
export type CreateOutcome = Updated | NotAuthorized | Refused | Conflict
