// Where the tests find what e2e/serve.ts serves.

const port = Number(process.env['RILLBOX_E2E_PORT'] ?? 5311)

export const addresses = {
  /** The built site at the root of an origin. */
  demo: `http://localhost:${port}/`,
  /** The same build below a path. */
  demoBelow: `http://localhost:${port + 1}/some/deep/path/`,
  /** The pages of e2e/pages, from the sources. */
  pages: `http://localhost:${port + 2}/`,
} as const

export const portOf = (address: string): number => Number(new URL(address).port)
