// Builds and serves a page under load, as the end-to-end tests do.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'

const configFile = join(import.meta.dirname, '..', '..', 'vite.config.ts')

export interface ServedPage {
  readonly address: string
  close(): Promise<void>
}

/** @param name of a folder in e2e/pages. */
export async function servePage(name: string): Promise<ServedPage> {
  const root = join(import.meta.dirname, '..', 'pages', name)
  process.env['NODE_ENV'] = 'development'
  const outDir = mkdtempSync(join(tmpdir(), 'rillbox-soak-page-'))
  await build({ root, configFile, mode: 'development', logLevel: 'error', build: { outDir, minify: false } })
  const server = await preview({
    root,
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { port: Number(process.env['PORT'] ?? 5341) },
  })
  return {
    address: server.resolvedUrls!.local[0]!,
    close: async () => {
      await server.close()
      rmSync(outDir, { recursive: true })
    },
  }
}
