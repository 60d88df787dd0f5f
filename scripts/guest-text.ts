// Bundles the guest code of the queries' sandbox to a text; `node scripts/guest-text.ts` writes it.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildOptions, LibraryOptions, Plugin } from 'vite'
import { build } from 'vite'

const sources = join(import.meta.dirname, '..', 'src')
const rooms = ['query/language', 'query/plan/guest', 'query/dialect'].map((room) => join(sources, room))

/** The module whose default export starts the query language. */
export const languageEntry = join(sources, 'query/plan/guest/guest.ts')
/** The module with the text of the language; git does not know it. */
export const languageFile = join(sources, 'query/language/guest-text.generated.ts')

/**
 * @param entry path of a module with a default export only.
 * @returns the text of an expression: its value is the default export.
 * @throws Error if the bundle needs what a sandbox does not have.
 */
export async function bundleGuest(entry: string): Promise<string> {
  const code = await bundleOne(
    { entry, formats: ['iife'], name: 'guest', fileName: 'guest' },
    {
      minify: false,
      target: 'es2023',
      rolldownOptions: { output: { comments: false } },
    },
  )
  const found = /^(?:\/\*.*?\*\/\s*)?var guest = ([^]*);\s*$/.exec(code)
  if (!found) throw new Error(`Vite has bundled ${entry} in a form that is not expected.`)
  // The engine compiles template literals to calls of a method that scripts may replace.
  if (/`/.test(found[1]!.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '')))
    throw new Error(`${entry} leads to a template literal; guest code joins texts with +.`)
  return found[1]!.replace('(function() {', '(function() {\n"use strict";')
}

/** @throws Error where the bundle is not one script. */
async function bundleOne(lib: LibraryOptions, options: BuildOptions): Promise<string> {
  const bundles = await build({
    configFile: false,
    root: sources,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, lib, ...options },
  })
  const [chunk, ...others] = Array.isArray(bundles) ? bundles[0]!.output : 'output' in bundles ? bundles.output : []
  if (chunk === undefined || others.length > 0) throw new Error(`Vite has bundled ${JSON.stringify(lib.entry)} into other than one script.`)
  return chunk.code
}

/** @returns the module with the text of the language. */
async function languageModule(): Promise<string> {
  const text = JSON.stringify(await bundleGuest(languageEntry))
  return `// The text of the query language, written by scripts/guest-text.ts: an expression whose value is the default export of src/query/plan/guest/guest.ts.\n\nexport const languageText: string = ${text}\n`
}

/** Brings the module up to date; leaves it untouched where it is. */
export async function writeGenerated(): Promise<void> {
  const text = await languageModule()
  if (readText(languageFile) !== text) writeFileSync(languageFile, text)
}

/** @returns undefined if the file is missing. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Writes the text before Vite serves, tests or builds, and again when guest code changes. */
export function guestText(): Plugin {
  return {
    name: 'guest-text',
    config: () => writeGenerated(),
    configureServer({ watcher }) {
      watcher.add(rooms)
      watcher.on('change', (file) => {
        if (!file.endsWith('.generated.ts') && rooms.some((room) => file.startsWith(room))) void writeGenerated()
      })
    },
  }
}

if (process.argv[1] === import.meta.filename) await writeGenerated()
