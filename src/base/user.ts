// The caller of a request, for every layer that checks rights.

export interface User {
  readonly name: string
  /** Groups in the order of the account, `$admins` and `$ops` among them where they apply. */
  readonly groups: readonly string[]
}

/** The author of the store's own writes, and every caller while security is off (streams-http §18.1). */
export const systemUser: User = { name: 'system', groups: ['$admins'] }
