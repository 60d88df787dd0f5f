// Takes comments and indentation out of styles in templates, which minifiers leave as they are.

import type { Plugin } from 'vite'

/** @param code of a module whose styles are templates tagged with `css`. */
export const withShortStyles = (code: string): string =>
  code.replace(/\bcss`[^`]*`/g, (styles) => styles.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' '))

/** Packages may have such a template in a comment. */
export const shortStyles = (): Plugin => ({
  name: 'short-styles',
  enforce: 'pre',
  transform: (code, id) => (id.includes('/node_modules/') ? undefined : withShortStyles(code)),
})
