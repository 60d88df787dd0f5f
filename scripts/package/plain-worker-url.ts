// Writes `new Worker(new URL('…', import.meta.url), …)` as applications' builds look for it: Vite's library mode wraps the URL once more.

import type { Plugin } from 'vite'

const wrapped =
  /new Worker\(\s*new URL\(\s*(?:\/\*[^*]*\*\/\s*)?(?:(?:""|'')\s*\+\s*)?new URL\(\s*["'`]([^"'`]+)["'`],\s*import\.meta\.url\s*\)\.href,\s*(?:(?:""|''|``)\s*\+\s*)?import\.meta\.url\s*\)/g

/** @param code of a finished script. */
export const withPlainWorkerUrl = (code: string): string => code.replace(wrapped, 'new Worker(new URL("$1", import.meta.url)')

/** @throws where a script of the build starts no Worker: Vite has changed the form. */
export function plainWorkerUrl(): Plugin {
  return {
    name: 'plain-worker-url',
    enforce: 'post',
    generateBundle(_options, bundle) {
      let changed = 0
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const code = withPlainWorkerUrl(chunk.code)
        if (code === chunk.code) continue
        chunk.code = code
        changed += 1
      }
      if (changed === 0) this.error('No script starts a Worker in the form that Vite has written so far.')
    },
  }
}
