// Decides from a query's text whether its objects may have members that are not what they look like.

const accessor = /(?<![.\w$])[gs]et(?=\s*[^\s(,:=;)}\]])/
const reflection = /definePropert|__define|\bcreate\b|\bProxy\b/

/**
 * Accessors, and proxies, are faults or empty objects in a state (projection-language §16), and to look for them at every member
 * costs as much as writing it. A script can have them only by the syntax of accessors or by a few names. What reaches those names in
 * other ways (`Object['define' + 'Property']`) is served, too: its accessors are called.
 *
 * @returns true in case of doubt, as when the words stand in a comment.
 */
export const mayHideMembers = (source: string): boolean => accessor.test(source) || reflection.test(source)
