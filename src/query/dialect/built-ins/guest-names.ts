// The names by which guest code and host code know the same things.

/** The one global name that rewritten code uses; declared with `const`, so the global object does not show it. */
export const helpersName = 'rillbox$'

/** The name under which the engine knows a query's script, in stacks and of functions. */
export const sourceName = 'query'
