// Jest's `preset: 'rillbox/jest'`: adds the globals that jsdom lacks, and resolves packages as for Node.

import { join } from 'node:path'

export default {
  setupFiles: [join(import.meta.dirname, 'jest-setup.cjs')],
  // jsdom resolves the browser builds of packages: that of msw has no server, and most of it is not CommonJS.
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'] },
}
