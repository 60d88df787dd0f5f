// Sorts events by what their data are, as far as releases read them otherwise: no objects, or not strict JSON.

/** Types of events, by what some of their data are. */
export interface BodyKinds {
  /** Of values that are no objects or lists. */
  readonly scalars: ReadonlySet<string>
  /** Of texts that pass for JSON in release 23.10 and are none. */
  readonly loose: ReadonlySet<string>
  /** Whether every text is as JSON.stringify prints it, or there is none. */
  readonly isCompact: boolean
}

export class SeenBodies implements BodyKinds {
  readonly scalars = new Set<string>()
  readonly loose = new Set<string>()

  isCompact = true

  /** @param data the text of an event that is flagged as JSON; null for others. */
  note(type: string, data: string | null): void {
    if (data === null || data === '') return
    const value = parsed(data)
    if (value === undefined) this.loose.add(type)
    else if (JSON.stringify(value) !== data) this.isCompact = false
    if (value === undefined) return
    if (typeof value !== 'object' || value === null) this.scalars.add(type)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
