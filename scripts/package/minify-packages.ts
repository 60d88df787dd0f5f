// Minifies the chunks of bundled packages, which nobody debugs: the package's own code stays readable.

import type { Plugin } from 'vite'
import { minify } from 'vite'

/** @returns the name of the package that a module is of, as a name of files; undefined for a module of the project. */
export const packageName = (id: string): string | undefined =>
  /^(?!\0).*[\\/]node_modules[\\/](?:@([^\\/]+)[\\/])?([^\\/]+)[\\/]/.exec(id)?.slice(1).filter(Boolean).join('-')

/** @throws in the build where a chunk mixes the two: it could be neither readable nor small. */
export function minifyPackages(): Plugin {
  return {
    name: 'minify-packages',
    // Vite prints chunks of libraries anew before this, with blanks.
    async generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const { fileName, moduleIds, code } = chunk
        const ofPackages = moduleIds.filter((id) => packageName(id) !== undefined)
        if (ofPackages.length === 0) continue
        const own = moduleIds.find((id) => packageName(id) === undefined && !id.startsWith('\0'))
        if (own !== undefined) this.error(`${fileName} has both ${own} and ${ofPackages[0]}.`)
        const minified = await minify(fileName, code, { module: true })
        if (minified.errors.length > 0) this.error(minified.errors.map(({ message }) => message).join('\n'))
        chunk.code = minified.code
      }
    },
  }
}
