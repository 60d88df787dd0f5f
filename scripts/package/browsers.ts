// The supported browsers as Vite's builds name them.

import { supportedBrowsers } from '../../src/base/platform/features.ts'

/** E.g. `chrome123`. */
export const buildTarget = Object.entries(supportedBrowsers).map(([name, version]) => `${name}${version}`)
