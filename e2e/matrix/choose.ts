// Decides which hosts are tried, and which versions of Node are the oldest and the newest.

/**
 * The hosts that are asked for: by their name, or all of a family (`vite` are `vite-dev` and `vite-build`, but not `vitest-node`).
 *
 * @param only names with commas between them; undefined for all.
 * @throws Error with the names there are, where one fits no host.
 */
export function chooseHosts<Host extends { readonly name: string }>(hosts: readonly Host[], only: string | undefined): readonly Host[] {
  if (only === undefined) return hosts
  const wanted = only.split(',').map((name) => name.trim())
  const fits = (name: string, asked: string): boolean => name === asked || name.startsWith(`${asked}-`)
  const unknown = wanted.filter((asked) => !hosts.some(({ name }) => fits(name, asked)))
  if (unknown.length) {
    throw new Error(
      `There is no host ${unknown.map((name) => `"${name}"`).join(', ')}: choose from ${hosts.map(({ name }) => name).join(', ')}.`,
    )
  }
  return hosts.filter(({ name }) => wanted.some((asked) => fits(name, asked)))
}

/**
 * The lowest version that a range like `>=22.13` allows.
 *
 * @throws Error for a range of another form.
 */
export function lowestVersion(range: string): string {
  const [, version] = /^>=\s*(\d+(?:\.\d+){0,2})$/.exec(range) ?? []
  if (version === undefined) throw new Error(`The range "${range}" does not begin with one lowest version.`)
  return [...version.split('.'), '0', '0'].slice(0, 3).join('.')
}

/** Lines of tools' output that warn about this package or its dependencies; npm's warnings are about its own settings. */
export function complaints(output: string): string[] {
  const lines = output.split('\n').filter((line) => !line.startsWith('npm warn'))
  const isOurs = (line: string): boolean => /node_modules\S*\/(?:rillbox|@jitl|quickjs-emscripten-core)\//.test(line)
  return lines.filter(
    (line, index) =>
      /\bwarn(?:ing)?\b|can't resolve|could not resolve|externalized/i.test(line) && lines.slice(index, index + 4).some(isOurs),
  )
}
