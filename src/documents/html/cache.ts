// Keeps what the blocks of pages have become, by their content and that of the files they name, so that a second build runs none.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadBeside } from '../run/resolve.ts'
import type { PageElement } from './tree.ts'

/** A page that was rendered without a problem. */
interface KeptPage {
  /** The files that its blocks have read, relative to the page, with hashes of their content. */
  readonly files: readonly (readonly [path: string, hash: string])[]
  readonly blocks: readonly (readonly [line: number, element: PageElement])[]
}

export type RenderedBlocks = KeptPage['blocks']

export class RenderCache {
  readonly #folder: string
  readonly #version: string

  /** @param version of what renders: another one renders anew. */
  constructor(folder: string, version: string) {
    this.#folder = folder
    this.#version = version
  }

  /** @returns undefined where the page or a file of it has changed. */
  async read(page: string, readBeside: ReadBeside): Promise<RenderedBlocks | undefined> {
    let kept: KeptPage
    try {
      kept = JSON.parse(readFileSync(this.#fileOf(page), 'utf8')) as KeptPage
    } catch {
      return undefined
    }
    for (const [path, hash] of kept.files) if ((await readBeside(path).then(hashOf, () => undefined)) !== hash) return undefined
    return kept.blocks
  }

  /** @param files what was read, by path. */
  write(page: string, files: ReadonlyMap<string, string>, blocks: RenderedBlocks): void {
    const kept: KeptPage = { files: [...files].map(([path, content]) => [path, hashOf(content)]), blocks }
    try {
      mkdirSync(this.#folder, { recursive: true })
      writeFileSync(this.#fileOf(page), JSON.stringify(kept))
    } catch {
      // A build in a folder that cannot be written runs its blocks each time.
    }
  }

  #fileOf(page: string): string {
    return join(this.#folder, `${hashOf(`${this.#version}\n${page}`)}.json`)
  }
}

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex').slice(0, 32)

/** @param folder of the package. */
export const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string }).version
