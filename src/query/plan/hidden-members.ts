// Decides from a query's text whether its objects may have accessors or be proxies.

const accessor = /(?<![.\w$])[gs]et(?=\s*[^\s(,:=;)}\]])/
const reflection = /definePropert|__define|\bcreate\b|\bProxy\b/

/**
 * Accessors in a state are faults, and proxies are empty objects (projection-language §16); checking every member for them costs as
 * much as writing it. A script can create them only with accessor syntax or through a few names. Scripts that reach those names in
 * other ways (`Object['define' + 'Property']`) still run: their accessors are called.
 *
 * @returns true in case of doubt, for example where the words stand in a comment.
 */
export const mayHideMembers = (source: string): boolean => accessor.test(source) || reflection.test(source)
