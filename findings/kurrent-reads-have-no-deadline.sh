#!/usr/bin/env bash
# KurrentDB's client for Node sends no deadline with a read, neither that of the connection nor that of the call.
#
# @kurrent/kurrentdb-client 1.3.1 against a gRPC server that notes the deadline of each call. Guess: `defaultDeadline` (10 seconds without it) and
# the option `deadline`, which reads take too, end every call in time. Seen: appends have them; reads of streams and of $all, which another part
# of the client makes, have none, so a server that stops answering keeps a `for await` waiting without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 @grpc/grpc-js@1.14.7 @kurrent/kurrentdb-client@1.3.1
cat >look.cjs <<'JS'
const { Server, ServerCredentials } = require('@grpc/grpc-js')
const { jsonEvent, KurrentDBClient } = require('@kurrent/kurrentdb-client')
const generated = './node_modules/@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1'
const { AppendResp } = require(`${generated}/streams_pb`)
const { StreamsService } = require(`${generated}/streams_grpc_pb`)

/** The deadline in seconds from now. */
function note(name, call) {
  const seconds = (call.getDeadline() - Date.now()) / 1000
  console.log(`${name}: ${Number.isFinite(seconds) ? `${Math.ceil(seconds)} s` : 'none'}`)
}

const server = new Server()
server.addService(StreamsService, {
  append(call, answer) {
    note('append', call)
    call.resume().on('end', () => answer(null, new AppendResp().setSuccess(new AppendResp.Success())))
  },
  read(call) {
    note('read', call)
    call.end()
  },
})
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), async (_, port) => {
  const client = KurrentDBClient.connectionString(`kurrentdb://127.0.0.1:${port}?tls=false&defaultDeadline=90000`)
  const event = jsonEvent({ type: 'OrderPlaced', data: { total: 1 } })
  for (const options of [{}, { deadline: 30_000 }]) {
    await client.appendToStream('orders', event, options)
    for await (const _event of client.readStream('orders', options));
    for await (const _event of client.readAll(options));
  }
  process.exit()
})
JS
seen=$(./node_modules/.bin/node look.cjs)
echo "$seen"
[ "$seen" = 'append: 90 s
read: none
read: none
append: 30 s
read: none
read: none' ]
