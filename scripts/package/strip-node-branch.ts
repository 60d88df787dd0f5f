// Removes the Node branch of the QuickJS variant: it is not needed, and bundlers for browsers stumble over `import("module")`.

import type { Plugin } from 'vite'

/** The module of the variant that starts WebAssembly. */
const loader = /[\\/]quickjs-singlefile-mjs-release-sync[\\/]dist[\\/]emscripten-module-[^\\/]+\.mjs$/

/** The branch that imports modules of Node. */
const asking = /,n=globalThis\.process\?\.versions\?\.node&&[^;{}]*;if\(n\)\{[^{}]*\{createRequire:b\}=await import\("module"\);[^{}]*\}/

/** The branch that sets the exit code of the process; elsewhere a URL is read and not used. */
const telling = /,v=import\.meta\.url;if\(n\)\{.{0,400}?\}\}else if\(aa\|\|ba\)try\{new URL\("\.",v\)\}catch\{\}/

/** Code that no bundler of an application may meet; the text of the WebAssembly has the words in other surroundings. */
const leftOvers = /\bimport\(["'`]|\bcreateRequire\b|\bimport\.meta\.url\b|\bnode:/

export function stripNodeBranch(): Plugin {
  return {
    name: 'strip-node-branch',
    // Before any other step rewrites it.
    enforce: 'pre',
    transform(code, id) {
      return loader.test(id) ? { code: withoutNodeBranch(code), map: null } : undefined
    },
  }
}

/**
 * @param code of the variant's module.
 * @throws where the code has an unknown form: check the new version of the variant.
 */
export function withoutNodeBranch(code: string): string {
  const stripped = code.replace(asking, ';').replace(telling, ';')
  const left = leftOvers.exec(stripped)
  if (!left && stripped.length < code.length) return stripped
  throw new Error(`The QuickJS variant asks for Node in another way than before${left ? `: ${left[0]}` : ''}.`)
}
