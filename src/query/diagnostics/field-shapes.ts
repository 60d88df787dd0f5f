// Collects which fields the data and metadata of events have, with an example of each, for completion after `event.data.`.

/** What values at one place have been seen. */
export interface FieldShape {
  /** `string`, `number`, `boolean`, `null`, `object` or `array`; the last one seen. */
  kind: string
  /** How often each kind has been seen. */
  readonly kinds: Map<string, number>
  /** JSON of a scalar; empty for others. */
  example: string
  readonly members: Map<string, FieldShape>
}

const newShape = (): FieldShape => ({ kind: '', kinds: new Map(), example: '', members: new Map() })

/** Shapes of one member of events, by event type. */
export type ShapesByType = ReadonlyMap<string, FieldShape>

/** Events to look at for each type: after some, nothing new comes for completion. */
const usualSamples = 40
const mostMembers = 200
const mostLevels = 6
const exampleLength = 40

export class FieldShapes {
  readonly #data = new Map<string, FieldShape>()
  readonly #metadata = new Map<string, FieldShape>()
  readonly #samples = new Map<string, number>()
  readonly #mostSamples: number

  /** @param mostSamples events to look at for each type. */
  constructor(mostSamples = usualSamples) {
    this.#mostSamples = mostSamples
  }

  get data(): ShapesByType {
    return this.#data
  }

  get metadata(): ShapesByType {
    return this.#metadata
  }

  clear(): void {
    for (const map of [this.#data, this.#metadata, this.#samples]) map.clear()
  }

  /** @param data JSON text; other texts have no fields. @param metadata the same; undefined where it is not known. */
  note(type: string, data: string | null | undefined, metadata: string | null | undefined): void {
    const samples = this.#samples.get(type) ?? 0
    if (samples >= this.#mostSamples) return
    this.#samples.set(type, samples + 1)
    add(this.#data, type, data)
    // Queries get null where there is none.
    add(this.#metadata, type, metadata === '' || metadata === null ? 'null' : metadata)
  }
}

function add(shapes: Map<string, FieldShape>, type: string, text: string | null | undefined): void {
  if (!text) return
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return
  }
  const shape = shapes.get(type) ?? newShape()
  shapes.set(type, shape)
  notice(shape, value, 0)
}

function notice(shape: FieldShape, value: unknown, level: number): void {
  shape.kind = kindOf(value)
  shape.kinds.set(shape.kind, (shape.kinds.get(shape.kind) ?? 0) + 1)
  if (typeof value !== 'object' || value === null) {
    shape.example = (JSON.stringify(value) ?? '').slice(0, exampleLength)
    return
  }
  if (Array.isArray(value) || level === mostLevels) return
  for (const [name, member] of Object.entries(value)) {
    const known = shape.members.get(name)
    if (!known && shape.members.size >= mostMembers) continue
    const next = known ?? newShape()
    shape.members.set(name, next)
    notice(next, member, level + 1)
  }
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** @returns the shapes of a member of events; undefined for a member without fields. */
export function shapesOf(fields: Pick<FieldShapes, 'data' | 'metadata'> | undefined, member: string | undefined): ShapesByType | undefined {
  return member === 'data' || member === 'body' ? fields?.data : member === 'metadata' ? fields?.metadata : undefined
}

/**
 * What has been seen at a path from the event, one for each type that has it.
 *
 * @param type only of events of this type; undefined: of all types.
 */
export function shapesAt(
  fields: Pick<FieldShapes, 'data' | 'metadata'> | undefined,
  [member, ...names]: readonly string[],
  type: string | undefined,
): readonly FieldShape[] {
  const shapes = shapesOf(fields, member)
  const owners = type === undefined ? [...(shapes?.values() ?? [])] : [shapes?.get(type)]
  return owners.flatMap((owner) => {
    let at: FieldShape | undefined = owner
    for (const name of names) at = at?.members.get(name)
    return at ? [at] : []
  })
}

export interface FoundField extends FieldShape {
  readonly name: string
  /** An event type whose events have the field. */
  readonly type: string
}

/**
 * The fields at a path, e.g. those of `event.data.address` for `['address']`.
 *
 * @param type only of events of this type, if any was seen; undefined: of all types.
 */
export function fieldsAt(shapes: ShapesByType, path: readonly string[], type: string | undefined): readonly FoundField[] {
  const own = type === undefined ? undefined : shapes.get(type)
  const wanted = own?.kinds.has('object') ? [[type!, own] as const] : [...shapes]
  const found = new Map<string, FoundField>()
  for (const [owner, shape] of wanted) {
    let at: FieldShape | undefined = shape
    for (const name of path) at = at?.members.get(name)
    for (const [name, member] of at?.members ?? []) if (!found.has(name)) found.set(name, { ...member, name, type: owner })
  }
  return [...found.values()]
}
