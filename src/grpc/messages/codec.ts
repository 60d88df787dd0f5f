// Encodes and decodes messages by the names that they have in the table.

import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { descriptorOf } from './schema.ts'
import type { MessageInit, MessageOf, MessageName } from './shapes.ts'

/** @throws where the bytes are no such message. */
export const decode = <Name extends MessageName>(name: Name, bytes: Uint8Array): MessageOf<Name> =>
  fromBinary(descriptorOf(name), bytes, withoutUnknown) as unknown as MessageOf<Name>

const withoutUnknown = { readUnknownFields: false } as const

export const encode = <Name extends MessageName>(name: Name, message: MessageInit<Name>): Uint8Array => {
  const descriptor = descriptorOf(name)
  return toBinary(descriptor, create(descriptor, message as never))
}
