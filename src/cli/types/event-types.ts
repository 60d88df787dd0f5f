// Writes TypeScript types of events from the events seen: a member for each type, with the fields of its data.

/** The types of the values seen in one place. */
interface Shape {
  /** Values seen, absent ones not counted. */
  count: number
  /** `string`, `number`, `boolean`, `null`. */
  readonly scalars: Set<string>
  /** Undefined where no object was seen. */
  members: Map<string, Shape> | undefined
  /** Objects among the values: a member that fewer of them have is optional. */
  objects: number
  /** Of all arrays together; undefined where none was seen. */
  items: Shape | undefined
}

const newShape = (): Shape => ({ count: 0, scalars: new Set(), members: undefined, objects: 0, items: undefined })

/** Objects with more members than this, for example tables by id, are records. */
const mostMembers = 60
const mostLevels = 12

export class EventTypes {
  readonly #types = new Map<string, Shape>()
  #events = 0

  get events(): number {
    return this.#events
  }

  /** @param data JSON; undefined for an event without data, or with other ones. */
  note(type: string, data: unknown): void {
    this.#events += 1
    const shape = this.#types.get(type) ?? newShape()
    this.#types.set(type, shape)
    note(shape, data, 0)
  }

  /** The declaration of an interface, types in the order of their names. */
  print(name: string): string {
    const types = [...this.#types].sort(([one], [other]) => (one < other ? -1 : 1))
    const lines = types.map(([type, shape]) => `  ${keyOf(type)}: ${print(shape, '  ')}`)
    return [`export interface ${name} {`, ...lines, '}'].join('\n')
  }
}

function note(shape: Shape, value: unknown, level: number): void {
  shape.count += 1
  if (value === undefined) shape.scalars.add('undefined')
  else if (value === null) shape.scalars.add('null')
  else if (typeof value !== 'object') shape.scalars.add(typeof value)
  else if (level >= mostLevels) shape.scalars.add('unknown')
  else if (Array.isArray(value)) noteItems(shape, value, level)
  else noteMembers(shape, value, level)
}

function noteItems(shape: Shape, values: readonly unknown[], level: number): void {
  shape.items ??= newShape()
  for (const value of values) note(shape.items, value, level + 1)
}

function noteMembers(shape: Shape, value: object, level: number): void {
  shape.members ??= new Map()
  shape.objects += 1
  for (const [name, member] of Object.entries(value)) {
    const known = shape.members.get(name) ?? newShape()
    shape.members.set(name, known)
    note(known, member, level + 1)
  }
}

function print(shape: Shape, indent: string): string {
  const parts = [...shape.scalars].filter((scalar) => scalar !== 'null' && scalar !== 'undefined').sort()
  if (shape.members) parts.unshift(printObject(shape, indent))
  if (shape.items) parts.unshift(printArray(shape.items, indent))
  for (const nothing of ['null', 'undefined']) if (shape.scalars.has(nothing)) parts.push(nothing)
  return parts.length === 0 ? 'unknown' : parts.join(' | ')
}

function printArray(items: Shape, indent: string): string {
  const item = items.count === 0 ? 'unknown' : print(items, indent)
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`
}

function printObject({ members, objects }: Shape, indent: string): string {
  const given = [...members!]
  if (given.length === 0) return 'object'
  if (given.length > mostMembers) return `Record<string, ${print(merged(given.map(([, shape]) => shape)), indent)}>`
  const inner = `${indent}  `
  const lines = given.map(([name, shape]) => `${inner}${keyOf(name)}${shape.count < objects ? '?' : ''}: ${print(shape, inner)}`)
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** One shape for the values of a table. */
function merged(shapes: readonly Shape[]): Shape {
  const all = newShape()
  for (const { count, scalars, members, objects, items } of shapes) {
    all.count += count
    all.objects += objects
    for (const scalar of scalars) all.scalars.add(scalar)
    if (items) all.items = all.items ? merged([all.items, items]) : items
    for (const [name, shape] of members ?? []) {
      all.members ??= new Map()
      const known = all.members.get(name)
      all.members.set(name, known ? merged([known, shape]) : shape)
    }
  }
  return all
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

/** In the quotes that most TypeScript has. */
const quoted = (name: string): string =>
  `'${JSON.stringify(name)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", String.raw`\'`)}'`
