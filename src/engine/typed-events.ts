// Types of events by name: narrows the events that `append` takes and `read` returns, for a store whose event types are declared.

export interface NewEventOf<T = unknown, Type extends string = string> {
  readonly type: Type
  /** An object or a list is stored as JSON, a text as it is. Default: no data. */
  readonly data?: T
  /** As `data`. Default: no metadata. */
  readonly metadata?: unknown
  /** A GUID: appending an event that the stream already has changes nothing. Default: a new one. */
  readonly id?: string
}

export interface EventOf<T = unknown, Type extends string = string> {
  /** Where the stream that was read holds a link, the stream of the linked event. */
  readonly stream: string
  readonly number: number
  readonly id: string
  readonly type: Type
  /** The parsed JSON, the text where it is not JSON, undefined if there are no data. */
  readonly data: T
  /** As `data`. */
  readonly metadata: unknown
  /** When it was written: ISO 8601. */
  readonly at: string
}

/** The events of a store that declares none. Any, so that a store with declared events is assignable to one without. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyEvents = any

/** Whether events are declared by name: false for any, and for no names, as in `ReturnType<typeof createStore>`. */
type AreDeclared<Events> = string extends keyof Events ? false : [keyof Events] extends [never] ? false : true

/** An event to append. @typeParam T its data, where the store declares no events. */
export type NewEventIn<Events, T> = AreDeclared<Events> extends true ? NewDeclaredEvent<Events> : NewEventOf<T>

/** An event that was read: a union discriminated by `type`, where the store declares its events. */
export type EventIn<Events, T> = AreDeclared<Events> extends true ? DeclaredEvent<Events> : EventOf<T>

/** Data are optional where their declared type admits undefined, and required otherwise. */
type NewDeclaredEvent<Events> = {
  [Type in keyof Events & string]: NewEventOf<Events[Type], Type> &
    (undefined extends Events[Type] ? unknown : { readonly data: Events[Type] })
}[keyof Events & string]

type DeclaredEvent<Events> = { [Type in keyof Events & string]: EventOf<Events[Type], Type> }[keyof Events & string]
