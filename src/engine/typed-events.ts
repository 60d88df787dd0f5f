// The types of events by their names: what `append` takes and `read` gives where a store is told of them.

export interface NewEventOf<T = unknown, Type extends string = string> {
  readonly type: Type
  /** An object or a list is kept as JSON, a text as it is. Default: no data. */
  readonly data?: T
  /** The same. Default: no metadata. */
  readonly metadata?: unknown
  /** A GUID: appending an event again that the stream has changes nothing. Default: a new one. */
  readonly id?: string
}

export interface EventOf<T = unknown, Type extends string = string> {
  /** Of the event itself, where the stream that was read holds a link to it. */
  readonly stream: string
  readonly number: number
  readonly id: string
  readonly type: Type
  /** What the JSON stands for, a text where it is none, undefined where there is none at all. */
  readonly data: T
  /** The same; undefined where there is none. */
  readonly metadata: unknown
  /** When it was written: ISO 8601. */
  readonly at: string
}

/** What a store is told of that knows nothing of its events. Any, so that a store of told events passes for such a one. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyEvents = any

/** Whether there are names of events: neither any, nor none, as in `ReturnType<typeof createStore>`. */
type AreTold<Events> = string extends keyof Events ? false : [keyof Events] extends [never] ? false : true

/** An event to append. @typeParam T its data, where the store is not told of its events. */
export type NewEventIn<Events, T> = AreTold<Events> extends true ? NewToldEvent<Events> : NewEventOf<T>

/** An event that was read: of types that can be told apart by `type`, where the store is told of them. */
export type EventIn<Events, T> = AreTold<Events> extends true ? ToldEvent<Events> : EventOf<T>

/** Events whose type may be undefined come without data; the others must have theirs. */
type NewToldEvent<Events> = {
  [Type in keyof Events & string]: NewEventOf<Events[Type], Type> &
    (undefined extends Events[Type] ? unknown : { readonly data: Events[Type] })
}[keyof Events & string]

type ToldEvent<Events> = { [Type in keyof Events & string]: EventOf<Events[Type], Type> }[keyof Events & string]
