// Collects the licences of bundled packages: at the top of a script that goes into applications as a single file, and in one list of all.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export interface Licence {
  /** The package, as in `acorn 8.19.0`. */
  readonly of: string
  readonly text: string
}

/** @returns a comment that minifiers keep; packages with the same text share it. */
export function noticeOf(licences: readonly Licence[]): string {
  const texts = new Map<string, string[]>()
  for (const { of, text } of licences) {
    const name = text.trim().replaceAll('*/', '* /')
    texts.set(name, [...(texts.get(name) ?? []), of])
  }
  const parts = [...texts].map(([text, names]) => `${names.join(', ')}:\n\n${text}`)
  return `/*!\nThis file contains parts of other packages.\n\n${parts.join('\n\n')}\n*/\n`
}

const packageOf = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/

/** For a build of standalone scripts. */
export function noticesInFront(): Plugin {
  return {
    name: 'notices-in-front',
    // After minifying, which would move the comment.
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const folders = chunk.moduleIds.flatMap((id) => packageOf.exec(id)?.[1] ?? [])
        chunk.code = noticeOf([...new Set(folders)].toSorted().map(readLicence)) + chunk.code
      }
    },
  }
}

/** The folders of the packages that builds have bundled. */
export interface BundledPackages {
  readonly plugin: () => Plugin
  /** The list of all of them, as Markdown. */
  list(): string
}

export function bundledPackages(): BundledPackages {
  const folders = new Set<string>()
  return {
    plugin: () => ({
      name: 'bundled-packages',
      generateBundle(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          for (const id of chunk.moduleIds) {
            const folder = packageOf.exec(id)?.[1]
            if (folder !== undefined) folders.add(folder)
          }
        }
      },
    }),
    list: () => listOf([...folders].map(readEntry).toSorted((one, other) => (one.name < other.name ? -1 : 1))),
  }
}

export interface ListedLicence {
  readonly name: string
  readonly version: string
  /** Its SPDX name. */
  readonly license: string
  /** Undefined where the package has no file with it. */
  readonly text: string | undefined
}

/** @returns one section for each package. */
export const listOf = (licences: readonly ListedLicence[]): string =>
  [
    '# Licences\n\nThis package contains parts of other packages, in its scripts and in those of its folders.\n',
    ...licences.map(
      ({ name, version, license, text }) => `## ${name} - ${version} (${license})\n${text === undefined ? '' : `\n${text.trim()}\n`}`,
    ),
  ].join('\n')

function readEntry(folder: string): ListedLicence {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Omit<ListedLicence, 'text'>
  const file = licenceFile(folder)
  return { ...manifest, text: file && readFileSync(join(folder, file), 'utf8') }
}

const licenceFile = (folder: string): string | undefined => readdirSync(folder).find((file) => /^licen[cs]e(\.(md|txt))?$/i.test(file))

/** @throws where a package has none: its author would have to supply it. */
function readLicence(folder: string): Licence {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<'name' | 'version', string>
  const file = licenceFile(folder)
  if (!file) throw new Error(`${name} has no file with its licence.`)
  return { of: `${name} ${version}`, text: readFileSync(join(folder, file), 'utf8') }
}
