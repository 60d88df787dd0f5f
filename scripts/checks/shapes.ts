// Finds the types that describe a whole event, as rows or as columns, and compares them with the list in docs/architecture.md.

import type { Sources } from './imports.ts'

export interface Shape {
  readonly name: string
  /** Path below the source folder. */
  readonly file: string
}

/** The members of an event; columns of them may be named in the plural, or as the start and length of a text. */
const members = ['id', 'type', 'stream', 'data', 'metadata', 'isJson', 'number', 'created', 'position']

/** A type with so many of them is a form of the event itself. */
const enough = 4

/** @returns the types in these folders that list the members of an event; those made from others (`Pick`, `extends`) list few. */
export const declaredShapes = (sources: Sources, folders: readonly string[]): Shape[] =>
  [...sources]
    .filter(([file]) => folders.some((folder) => file.startsWith(`${folder}/`)))
    .flatMap(([file, text]) =>
      [...text.matchAll(/^(?:export )?(?:interface|type|class) (?<name>\w+)[^\n]*\{\n(?<body>.*?)^\}/gms)]
        .filter(({ groups }) => membersIn(groups!['body']!).size >= enough)
        .map(({ groups }) => ({ name: groups!['name']!, file })),
    )

/** Members of the type itself and of those within it. */
function membersIn(body: string): Set<string> {
  const names = [...body.matchAll(/^\s+(?:readonly |private )*(\w+)\??:/gm)].map(([, name]) => name!)
  return new Set(names.map(memberOf).filter((name) => members.includes(name)))
}

const memberOf = (name: string): string => (members.includes(name) ? name : name.replace(/(?:s|Start|Length)$/, ''))

/** @param page markdown. @returns the rows of the table under a heading: the type in the first column, its file in the second. */
export function listedShapes(page: string, heading: string): Shape[] {
  const section = page.split(`\n${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\|[^|]*`(?<name>\w+)`[^|]*\| `src\/(?<file>[^`]+)`/gm)].map(({ groups }) => ({
    name: groups!['name']!,
    file: groups!['file']!,
  }))
}

/** @returns listed shapes that their file does not declare. */
export const missingShapes = (sources: Sources, listed: readonly Shape[]): Shape[] =>
  listed.filter(({ name, file }) => !new RegExp(`^(?:export )?(?:interface|type|class) ${name}\\b`, 'm').test(sources.get(file) ?? ''))

/** @returns declared shapes that neither list names. */
export const unlistedShapes = (declared: readonly Shape[], ...lists: (readonly Shape[])[]): Shape[] =>
  declared.filter(({ name, file }) => !lists.flat().some((shape) => shape.name === name && shape.file === file))
