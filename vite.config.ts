// Vitest's projects; the demo server and the bundles are added beside them.

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [{ test: { name: 'node', include: ['src/**/*.test.ts', 'e2e/conformance/*.test.ts'], environment: 'node', restoreMocks: true } }],
  },
})
