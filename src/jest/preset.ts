// Jest's `preset: 'rillbox/jest'`: brings what jsdom lacks, and takes packages as they are made for Node.

import { join } from 'node:path'

export default {
  setupFiles: [join(import.meta.dirname, 'jest-setup.cjs')],
  // jsdom asks for what is made for browsers: msw has no server there, and most of it is no CommonJS.
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'] },
}
