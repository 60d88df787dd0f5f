#!/usr/bin/env bash
# google-protobuf replaces a message that comes in two parts where protobufjs and Protobuf-ES join the parts.
#
# google-protobuf 4.0.3, protobufjs 8.8.1 and @bufbuild/protobuf 2.17.0, with Node 24.21.0. The encoding lets a field that holds one message occur
# twice, and says that a parser merges the two; writers do so by appending bytes to a finished message. Guess: all three give both parts. Seen:
# google-protobuf has only what the last one says. Clients that keep one detail of a status in which details repeat live on that: they get the last.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 google-protobuf@4.0.3 protobufjs@8.8.1 @bufbuild/protobuf@2.17.0
cat >look.mjs <<'JS'
import { fromBinary, toJson } from '@bufbuild/protobuf'
import { ValueSchema } from '@bufbuild/protobuf/wkt'
import google from 'google-protobuf/google/protobuf/struct_pb.js'
import protobuf from 'protobufjs'

/** A field of bytes: its number, their length, and they. */
const field = (number, bytes) => [(number << 3) | 2, bytes.length, ...bytes]
/** `google.protobuf.Value` whose `struct_value` has one member, which is true. */
const struct = (name) => field(5, field(1, [...field(1, Buffer.from(name)), ...field(2, [0x20, 1])]))

const bytes = Uint8Array.from([...struct('first'), ...struct('second')])
console.log('google-protobuf', JSON.stringify(google.Value.deserializeBinary(bytes).toJavaScript()))
const type = protobuf.Root.fromJSON(protobuf.common.get('google/protobuf/struct.proto')).lookupType('google.protobuf.Value')
console.log('protobufjs', Object.keys(type.decode(bytes).structValue.fields).join(' '))
console.log('@bufbuild/protobuf', JSON.stringify(toJson(ValueSchema, fromBinary(ValueSchema, bytes))))
JS
seen=$(./node_modules/.bin/node look.mjs)
echo "$seen"
[ "$seen" = 'google-protobuf {"second":true}
protobufjs first second
@bufbuild/protobuf {"first":true,"second":true}' ]
