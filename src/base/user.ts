// Who makes a request, as every layer that asks for rights sees them.

export interface User {
  readonly name: string
  /** Groups in the order of the account, `$admins` and `$ops` among them where they apply. */
  readonly groups: readonly string[]
}

/** Who the store itself writes as, and who everybody is while security is off (streams-http §18.1). */
export const systemUser: User = { name: 'system', groups: ['$admins'] }
