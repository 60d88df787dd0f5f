// Takes out of the QuickJS variant what it does in Node only: nothing of it is needed, and bundlers for browsers stumble over `import("module")`.

import type { Plugin } from 'vite'

/** The module of the variant that starts WebAssembly. */
const loader = /[\\/]quickjs-singlefile-mjs-release-sync[\\/]dist[\\/]emscripten-module-[^\\/]+\.mjs$/

/** Is it Node? Then modules of Node are asked for. */
const asking = /,n=globalThis\.process\?\.versions\?\.node&&[^;{}]*;if\(n\)\{[^{}]*\{createRequire:b\}=await import\("module"\);[^{}]*\}/

/** Is it Node? Then the process is told how it ended; elsewhere an address is looked at and not used. */
const telling = /,v=import\.meta\.url;if\(n\)\{.{0,400}?\}\}else if\(aa\|\|ba\)try\{new URL\("\.",v\)\}catch\{\}/

/** What no bundler of an application may meet; the text of the WebAssembly has the words in other surroundings. */
const leftOvers = /\bimport\(["'`]|\bcreateRequire\b|\bimport\.meta\.url\b|\bnode:/

export function stripNodeBranch(): Plugin {
  return {
    name: 'strip-node-branch',
    // While it is as it was published.
    enforce: 'pre',
    transform(code, id) {
      return loader.test(id) ? { code: withoutNodeBranch(code), map: null } : undefined
    },
  }
}

/**
 * @param code of the variant's module.
 * @throws where it is not as it was when this was written: a newer version of the variant has to be looked at.
 */
export function withoutNodeBranch(code: string): string {
  const stripped = code.replace(asking, ';').replace(telling, ';')
  const left = leftOvers.exec(stripped)
  if (!left && stripped.length < code.length) return stripped
  throw new Error(`The QuickJS variant asks for Node in another way than before${left ? `: ${left[0]}` : ''}.`)
}
