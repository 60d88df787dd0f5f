#!/usr/bin/env bash
# The time of an event has milliseconds in a subscription of KurrentDB's client for Node, and none in a read.
#
# @kurrent/kurrentdb-client 1.3.1 against a gRPC server that has one event of 22:13:20.987. Guess: `created` is the same `Date` however the event
# comes. Seen: a read gives 22:13:20.000. Two events of one second seem simultaneous, and a comparison of `created` between what was read and what was
# pushed later puts them in the wrong order.
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
const { StreamIdentifier, UUID } = require(`${generated}/shared_pb`)
const { ReadResp } = require(`${generated}/streams_pb`)
const { StreamsService } = require(`${generated}/streams_grpc_pb`)

const record = new ReadResp.ReadEvent.RecordedEvent()
  .setId(new UUID().setString('7d4c2a7e-55a1-4f0e-9d86-6a0c1b1d3f55'))
  .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from('orders').toString('base64')))
  .setData(Buffer.from('{}').toString('base64'))
record.getMetadataMap().set('type', 'OrderPlaced').set('content-type', 'application/json').set('created', '17000000009870000')

const server = new Server()
server.addService(StreamsService, {
  read(call) {
    call.write(new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(record)))
    if (!call.request.getOptions().hasSubscription()) call.end()
  },
})
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), async (_, port) => {
  const client = KurrentDBClient.connectionString(`kurrentdb://127.0.0.1:${port}?tls=false`)
  for await (const { event } of client.readStream('orders')) console.log(`read: ${event.created.toISOString()}`)
  for await (const { event } of client.subscribeToStream('orders')) {
    console.log(`subscription: ${event.created.toISOString()}`)
    process.exit()
  }
})
JS
seen=$(./node_modules/.bin/node look.cjs)
echo "$seen"
[ "$seen" = 'read: 2023-11-14T22:13:20.000Z
subscription: 2023-11-14T22:13:20.987Z' ]
