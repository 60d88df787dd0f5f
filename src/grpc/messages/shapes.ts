// The types of decoded messages, and of those to encode, as the table of messages says.

import type { messages } from './table.ts'

type Table = typeof messages

export type MessageName = keyof Table

interface Scalars {
  string: string
  bytes: Uint8Array
  bool: boolean
  int32: number
  uint32: number
  float: number
  double: number
  int64: bigint
  uint64: bigint
  sint64: bigint
}

/** A decoded message. Absent texts, numbers and lists are empty; absent messages and choices without a field are undefined. */
export type MessageOf<Name extends MessageName> = Decoded<Table[Name]>

/** A message to encode: every field may be left out. */
export type MessageInit<Name extends MessageName> = Encodable<Table[Name]>

type Decoded<Fields> = { readonly [Field in keyof Fields]: DecodedField<Fields[Field]> }

type DecodedField<Type> = Type extends `${number} *${infer Item}`
  ? readonly One<Item>[]
  : Type extends `${number} ?${infer Item}`
    ? One<Item> | undefined
    : Type extends `${number} {${infer Item}}`
      ? Readonly<Record<string, One<Item>>>
      : Type extends `${number} ${infer Item}`
        ? Item extends keyof Scalars
          ? Scalars[Item]
          : One<Item> | undefined
        : Type extends readonly [number, infer Fields]
          ? Decoded<Fields> | undefined
          : Choice<Type>

type One<Type> = Type extends keyof Scalars ? Scalars[Type] : Type extends MessageName ? Decoded<Table[Type]> : never

/** The field that is set, and its value. */
type Choice<Fields> =
  | { readonly [Field in keyof Fields]: { readonly case: Field; readonly value: Chosen<Fields[Field]> } }[keyof Fields]
  | { readonly case: undefined; readonly value?: undefined }

type Chosen<Type> = Type extends `${number} ${infer Item}`
  ? One<Item>
  : Type extends readonly [number, infer Fields]
    ? Decoded<Fields>
    : never

type Encodable<Fields> = { readonly [Field in keyof Fields]?: EncodableField<Fields[Field]> }

type EncodableField<Type> = Type extends `${number} *${infer Item}`
  ? readonly OneInit<Item>[]
  : Type extends `${number} {${infer Item}}`
    ? Readonly<Record<string, OneInit<Item>>>
    : Type extends `${number} ?${infer Item}`
      ? OneInit<Item>
      : Type extends `${number} ${infer Item}`
        ? OneInit<Item>
        : Type extends readonly [number, infer Fields]
          ? Encodable<Fields>
          : ChoiceInit<Type>

type OneInit<Type> = Type extends keyof Scalars ? Scalars[Type] : Type extends MessageName ? Encodable<Table[Type]> : never

type ChoiceInit<Fields> =
  | {
      readonly [Field in keyof Fields]: { readonly case: Field; readonly value: ChosenInit<Fields[Field]> }
    }[keyof Fields]
  | { readonly case: undefined }

type ChosenInit<Type> = Type extends `${number} ${infer Item}`
  ? OneInit<Item>
  : Type extends readonly [number, infer Fields]
    ? Encodable<Fields>
    : never
