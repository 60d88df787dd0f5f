#!/usr/bin/env bash
# What KurrentDB's client for Node calls the revision of a stream's metadata is their position in the log of the whole database.
#
# @kurrent/kurrentdb-client 1.3.1 against a gRPC server that has the metadata of a stream as event 2 of `$$orders`, at position 4711. Guess:
# `metastreamRevision` is 2n, what `setStreamMetadata` takes as `streamState` to refuse a write after another's. Seen: 4711n, or undefined
# where the server gives no position; such a write expects a revision that the stream does not have.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 @grpc/grpc-js@1.14.7 @kurrent/kurrentdb-client@1.3.1
cat >look.cjs <<'JS'
const { Server, ServerCredentials } = require('@grpc/grpc-js')
const { KurrentDBClient } = require('@kurrent/kurrentdb-client')
const generated = './node_modules/@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1'
const { Empty, StreamIdentifier, UUID } = require(`${generated}/shared_pb`)
const { ReadResp } = require(`${generated}/streams_pb`)
const { StreamsService } = require(`${generated}/streams_grpc_pb`)

const base64 = (text) => Buffer.from(text).toString('base64')
const record = new ReadResp.ReadEvent.RecordedEvent()
  .setId(new UUID().setString('7d4c2a7e-55a1-4f0e-9d86-6a0c1b1d3f55'))
  .setStreamIdentifier(new StreamIdentifier().setStreamName(base64('$$orders')))
  .setStreamRevision('2')
  .setCommitPosition('4711')
  .setPreparePosition('4711')
  .setData(base64('{"$maxCount":5}'))
record.getMetadataMap().set('type', '$metadata').set('content-type', 'application/json').set('created', '17000000000000000')

let givesPosition = true
const server = new Server()
server.addService(StreamsService, {
  read(call) {
    const event = new ReadResp.ReadEvent().setEvent(record)
    if (givesPosition) event.setCommitPosition('4711')
    else event.setNoPosition(new Empty())
    call.write(new ReadResp().setEvent(event))
    call.end()
  },
})
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), async (_, port) => {
  const client = KurrentDBClient.connectionString(`kurrentdb://127.0.0.1:${port}?tls=false`)
  for await (const { event } of client.readStream('$$orders')) console.log(`the event: ${event.revision}`)
  console.log(`with a position: ${(await client.getStreamMetadata('orders')).metastreamRevision}`)
  givesPosition = false
  console.log(`without one: ${(await client.getStreamMetadata('orders')).metastreamRevision}`)
  process.exit()
})
JS
seen=$(./node_modules/.bin/node look.cjs)
echo "$seen"
[ "$seen" = 'the event: 2
with a position: 4711
without one: undefined' ]
