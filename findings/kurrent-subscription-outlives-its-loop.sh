#!/usr/bin/env bash
# Leaving a `for await` over a subscription of KurrentDB's client for Node destroys the subscription and leaves its call to the server open.
#
# @kurrent/kurrentdb-client 1.3.1 against a gRPC server that pushes one event and notes the end of the call. Guess: `break` ends the call, as it
# ends a read and every `Readable` of Node, since a subscription is one. Seen: two seconds later the subscription says that it is destroyed and the
# server still serves it; the messages of a group would still go there. `unsubscribe()` ends the call.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 @grpc/grpc-js@1.14.7 @kurrent/kurrentdb-client@1.3.1
cat >look.cjs <<'JS'
const { setTimeout: pause } = require('node:timers/promises')
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
record.getMetadataMap().set('type', 'OrderPlaced').set('content-type', 'application/json').set('created', '17000000000000000')

let isOpen = false
const server = new Server()
server.addService(StreamsService, {
  read(call) {
    isOpen = true
    call.on('cancelled', () => (isOpen = false))
    call.write(new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(record)))
  },
})
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), async (_, port) => {
  const client = KurrentDBClient.connectionString(`kurrentdb://127.0.0.1:${port}?tls=false`)
  for (const leave of ['break', 'unsubscribe()']) {
    const subscription = client.subscribeToStream('orders')
    for await (const _event of subscription) {
      if (leave !== 'break') await subscription.unsubscribe()
      break
    }
    await pause(2000)
    console.log(`${leave}: destroyed ${subscription.destroyed}, call open ${isOpen}`)
  }
  process.exit()
})
JS
seen=$(./node_modules/.bin/node look.cjs)
echo "$seen"
[ "$seen" = 'break: destroyed true, call open true
unsubscribe(): destroyed true, call open false' ]
