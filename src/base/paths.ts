// Builds the paths under which a server knows streams, projections and subscriptions.

/**
 * One segment of a path. The server decodes each of them twice (streams-http §4.1), so a name that looks like an escape is escaped once more,
 * and names made of dots, which URLs take for directions, as well.
 */
export const segment = (name: string): string => {
  if (/^\.{1,2}$/.test(name)) return name.replaceAll('.', '%252E')
  return encodeURIComponent(name.toWellFormed().replaceAll('%', '%25'))
}

export const streamPath = (stream: string): string => `/streams/${segment(stream)}`

export const projectionPath = (name: string): string => `/projection/${segment(name)}`

export const search = (parameters: Readonly<Record<string, string | boolean>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
