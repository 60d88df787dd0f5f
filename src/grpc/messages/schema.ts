// Turns the table of messages into descriptors, by which the protobuf library encodes and decodes.

import type { DescMessage } from '@bufbuild/protobuf'
import { create, createFileRegistry } from '@bufbuild/protobuf'
import type { DescriptorProto, FieldDescriptorProto } from '@bufbuild/protobuf/wkt'
import {
  DescriptorProtoSchema,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
  FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt'
import { messages } from './table.ts'
import type { MessageName } from './shapes.ts'

const scalars: Readonly<Record<string, Type>> = {
  double: Type.DOUBLE,
  float: Type.FLOAT,
  int64: Type.INT64,
  uint64: Type.UINT64,
  int32: Type.INT32,
  bool: Type.BOOL,
  string: Type.STRING,
  bytes: Type.BYTES,
  uint32: Type.UINT32,
  sint64: Type.SINT64,
}

/** A field or a choice of fields, as the table spells it. */
type Entry = string | readonly [number, Fields] | Fields
interface Fields {
  readonly [name: string]: Entry
}

const fieldForm = /^(\d+) (\*|\?|)(\{?)([\w.]+)\}?$/

/** Protos have no dots in the names of messages. */
const protoName = (name: string): string => name.replaceAll('.', '_')

/** The messages of one file; those without a name in the table are called after their fields. */
class FileBuilder {
  readonly messages: DescriptorProto[] = []

  add(name: string, fields: Fields): void {
    const message = create(DescriptorProtoSchema, { name })
    this.messages.push(message)
    for (const [field, entry] of Object.entries(fields)) {
      if (isField(entry)) this.#addField(message, field, entry)
      else {
        const index = message.oneofDecl.push({ $typeName: 'google.protobuf.OneofDescriptorProto', name: field }) - 1
        for (const [choice, chosen] of Object.entries(entry)) this.#addField(message, choice, chosen).oneofIndex = index
      }
    }
    // Last, as the format asks.
    for (const field of message.field.filter(({ proto3Optional }) => proto3Optional)) {
      const index = message.oneofDecl.push({ $typeName: 'google.protobuf.OneofDescriptorProto', name: `_${field.name}` }) - 1
      field.oneofIndex = index
    }
  }

  #addField(message: DescriptorProto, name: string, entry: Entry): FieldDescriptorProto {
    const field = typeof entry === 'string' ? this.#namedField(message, name, entry) : this.#ownMessage(message, name, entry)
    message.field.push(field)
    return field
  }

  #namedField(message: DescriptorProto, name: string, entry: string): FieldDescriptorProto {
    const [, number, mark, map, type] = fieldForm.exec(entry) ?? []
    if (type === undefined) throw new TypeError(`The table of messages has a field "${entry}".`)
    if (map !== '') return this.#mapField(message, name, Number(number), type)
    const field = fieldOf(name, Number(number), type)
    if (mark === '*') field.label = Label.REPEATED
    if (mark === '?') field.proto3Optional = true
    return field
  }

  #ownMessage(message: DescriptorProto, name: string, entry: Entry): FieldDescriptorProto {
    const [number, fields] = entry as readonly [number, Fields]
    const own = `${message.name}_${name}`
    this.add(own, fields)
    return fieldOf(name, number, own)
  }

  #mapField(message: DescriptorProto, name: string, number: number, type: string): FieldDescriptorProto {
    const entryName = `${name.charAt(0).toUpperCase()}${name.slice(1)}Entry`
    message.nestedType.push(
      create(DescriptorProtoSchema, {
        name: entryName,
        field: [fieldOf('key', 1, 'string'), fieldOf('value', 2, type)],
        options: { mapEntry: true },
      }),
    )
    const field = fieldOf(name, number, `${message.name}.${entryName}`)
    field.label = Label.REPEATED
    return field
  }
}

const isField = (entry: Entry): entry is string | readonly [number, Fields] => typeof entry === 'string' || Array.isArray(entry)

function fieldOf(name: string, number: number, type: string): FieldDescriptorProto {
  const scalar = scalars[type]
  const typed =
    scalar === undefined ? { type: Type.MESSAGE, typeName: `.${type.includes('Entry') ? type : protoName(type)}` } : { type: scalar }
  return create(FieldDescriptorProtoSchema, { name, number, label: Label.OPTIONAL, ...typed })
}

function build(): ReadonlyMap<MessageName, DescMessage> {
  const file = new FileBuilder()
  for (const [name, fields] of Object.entries(messages)) file.add(protoName(name), fields)
  const registry = createFileRegistry(
    create(FileDescriptorProtoSchema, { name: 'messages.proto', syntax: 'proto3', messageType: file.messages }),
    () => undefined,
  )
  const names = Object.keys(messages) as MessageName[]
  return new Map(names.map((name) => [name, registry.getMessage(protoName(name))!]))
}

const descriptors = build()

export const descriptorOf = (name: MessageName): DescMessage => descriptors.get(name)!
