// Reads the imports of source files and finds those that point the wrong way.

import { posix } from 'node:path'

/** Text of each source file, keyed by its path below the source folder, with `/`. */
export type Sources = ReadonlyMap<string, string>

export interface Import {
  readonly from: string
  /** Path of the imported file, or the name of a package or platform module. */
  readonly to: string
  readonly external: boolean
  readonly typeOnly: boolean
  /** `import(…)`: loaded only when it is reached. */
  readonly dynamic: boolean
}

export interface Rules {
  /** The folders that each folder may import from, besides itself and `base`; `.` stands for the entry files. */
  readonly allowed: Readonly<Record<string, readonly string[]>>
  /** Folders with several implementations: from outside, only the port may be imported. */
  readonly ports: Readonly<Record<string, string>>
  /** Files that choose implementations. */
  readonly composers: readonly string[]
  /**
   * Which rooms each room of a folder may import from. A folder that is not named has no rooms. Files at the top of a folder are its port and
   * its composers: they use every room, and rooms use what they share. Types may be named across rooms: they describe the data that crosses.
   */
  readonly rooms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** The only files that may import a package, as path prefixes; `node:` stands for all modules of Node; packages not named here may not be imported at all. */
  readonly packages: Readonly<Record<string, readonly string[]>>
  /** The only files that may use a global of the platform, as path prefixes. */
  readonly globals: Readonly<Record<string, readonly string[]>>
}

/** Minified code has its imports in one line. */
const statement =
  /(?:^|;)\s*(?:import|export)\b\s*(?<type>type\s)?[^'"();]*?from\s*['"](?<from>[^'"]+)['"]|(?:^|;)\s*import\s*['"](?<bare>[^'"]+)['"]|\bimport\(\s*['"`](?<dynamic>[^'"`]+)['"`]/gm

/** Import and export lines, static and dynamic. Lines in comments count too: quoting a forbidden one would mislead. */
export function readImports(sources: Sources): Import[] {
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(statement)].map(({ groups }) => {
      const target = (groups!['from'] ?? groups!['bare'] ?? groups!['dynamic'])!
      const external = !target.startsWith('.')
      return {
        from,
        to: external ? target : posix.normalize(posix.join(posix.dirname(from), target)),
        external,
        typeOnly: !!groups!['type'],
        dynamic: groups!['dynamic'] !== undefined,
      }
    }),
  )
}

const folderOf = (file: string): string => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '.')
const print = ({ from, to }: Import): string => `${from} -> ${to}`

/** Imports that climb: from a folder to one that stands above or beside it. */
export const upward = (imports: readonly Import[], { allowed }: Rules): string[] =>
  imports
    .filter(({ from, to, external }) => {
      const [a, b] = [folderOf(from), folderOf(to)]
      return !external && a !== b && b !== 'base' && !allowed[a]?.includes(b)
    })
    .map(print)

/** Imports of an implementation past its port, except by a composer. */
export const pastPorts = (imports: readonly Import[], { ports, composers }: Rules): string[] =>
  imports
    .filter(({ from, to, external }) => {
      const port = external ? undefined : ports[folderOf(to)]
      return port !== undefined && folderOf(from) !== folderOf(to) && to !== port && !composers.includes(from)
    })
    .map(print)

/** Imports of an entry file other than `index.ts`, or by a folder that may not use entry files. */
export const intoEntries = (imports: readonly Import[], { allowed }: Rules): string[] =>
  imports
    .filter(
      ({ from, to, external }) =>
        !external && folderOf(to) === '.' && (to !== 'index.ts' || !['.', ...users(allowed)].includes(folderOf(from))),
    )
    .map(print)

const users = (allowed: Rules['allowed']): string[] => Object.keys(allowed).filter((folder) => allowed[folder]!.includes('.'))

/** Folders that are missing from the rules: a new folder needs a place. */
export const unknownFolders = (sources: Sources, { allowed }: Rules): string[] =>
  [...new Set([...sources.keys()].map(folderOf))].filter((folder) => !(folder in allowed))

/** Circles in the rules themselves: between folders, and between the rooms of one. */
export const circularRules = ({ allowed, rooms }: Rules): string[] => [
  ...circles(allowed),
  ...Object.entries(rooms).flatMap(([folder, plan]) => circles(plan).map((room) => `${folder}/${room}`)),
]

function circles(allowed: Readonly<Record<string, readonly string[]>>): string[] {
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of allowed[from] ?? []) if (!seen.has(next) && !from.startsWith(`${next}/`)) reach(next, seen.add(next))
    return seen
  }
  return Object.keys(allowed).filter((folder) => reach(folder).has(folder))
}

/** Files that reach each other by imports, of values or of types, in one group per knot. */
export function fileCircles(imports: readonly Import[]): string[] {
  const next = Map.groupBy(
    imports.filter(({ external }) => !external),
    ({ from }) => from,
  )
  const reach = (start: string): Set<string> => {
    const seen = new Set<string>()
    const open = [start]
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      const fresh = (next.get(file) ?? []).map(({ to }) => to).filter((to) => !seen.has(to))
      for (const to of fresh) seen.add(to)
      open.push(...fresh)
    }
    return seen
  }
  const reached = new Map([...next.keys()].map((file) => [file, reach(file)]))
  const knots = [...reached]
    .filter(([file, targets]) => targets.has(file))
    .map(([file, targets]) =>
      [...targets]
        .filter((target) => reached.get(target)?.has(file))
        .sort()
        .join(' <-> '),
    )
  return [...new Set(knots)]
}

/** Room of a file: the folder inside its folder, or `undefined` at the top. Within a room others may have rules of their own. */
function roomOf(file: string, rooms: Rules['rooms']): string | undefined {
  const [folder, ...inner] = file.split('/').slice(0, -1)
  const plan = rooms[folder!]
  for (let depth = inner.length; depth > 1; depth--) {
    const room = inner.slice(0, depth).join('/')
    if (plan?.[room]) return room
  }
  return inner[0]
}

/** Imports from a room to another one of the same folder that the rules do not name. */
export const betweenRooms = (imports: readonly Import[], { rooms }: Rules): string[] =>
  imports
    .filter(({ from, to, external, typeOnly }) => {
      const [a, b] = [roomOf(from, rooms), roomOf(to, rooms)]
      const plan = rooms[folderOf(from)]
      if (external || typeOnly || !plan || folderOf(from) !== folderOf(to) || a === undefined || b === undefined || a === b) return false
      const isGranted = (room: string) => b === room || (b.startsWith(`${room}/`) && !a.startsWith(`${room}/`))
      return !b.startsWith(`${a}/`) && !plan[a]?.some(isGranted)
    })
    .map(print)

/** Rooms that the rules do not know, and rooms of the rules that are gone. */
export function unknownRooms(sources: Sources, { rooms }: Rules): string[] {
  const built = new Set([...sources.keys()].filter((file) => roomOf(file, rooms)).map((file) => `${folderOf(file)}/${roomOf(file, rooms)}`))
  const planned = new Set(Object.entries(rooms).flatMap(([folder, plan]) => Object.keys(plan).map((room) => `${folder}/${room}`)))
  const onlyIn = (one: Set<string>, other: Set<string>) => [...one].filter((room) => !other.has(room))
  return [...onlyIn(built, planned), ...onlyIn(planned, built)].sort()
}

/** Type names that more than one file exports, with the files. Each entry of the package is its own scope. */
export function repeatedTypes(sources: Sources): string[] {
  const inside = [...sources].filter(([file]) => folderOf(file) !== '.')
  const declared = inside.flatMap(([file, text]) =>
    [...withoutComments(text).matchAll(/^export (?:declare |abstract )*(?:type|interface|class|enum) (\w+)/gm)].map(([, name]) => ({
      name: name!,
      file,
    })),
  )
  return [...Map.groupBy(declared, ({ name }) => name)]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`)
}

/** Imports of packages and platform modules outside of the files that are meant to touch them. */
export const strayPackages = (imports: readonly Import[], { packages }: Rules): string[] =>
  imports
    .filter(({ external, typeOnly }) => external && !typeOnly)
    .filter(({ from, to }) => {
      const name = Object.keys(packages).find((name) => to === name || to.startsWith(name.endsWith(':') ? name : `${name}/`))
      return name === undefined || !isIn(from, packages[name]!)
    })
    .map(print)

/** Uses of the browser's globals outside of the files that are meant to touch them. */
export const strayGlobals = (sources: Sources, { globals }: Rules): string[] =>
  [...sources].flatMap(([file, text]) => {
    const code = withoutComments(text)
    return Object.entries(globals)
      .filter(([name, places]) => !isIn(file, places) && new RegExp(`\\b${name.replace('.', '\\??\\.')}\\b`).test(code))
      .map(([name]) => `${file} uses ${name}`)
  })

const isIn = (file: string, places: readonly string[]): boolean => places.some((place) => file.startsWith(place))

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '')

/** Files whose first line is not a comment on what they decide or convert. */
export const silentFiles = (sources: Sources): string[] => [...sources].filter(([, text]) => !/^\/\/ \S/.test(text)).map(([file]) => file)
