#!/usr/bin/env bash
# The checkpoint that KurrentDB's client for Node reports for a filtered subscription lies behind events that its `for await` has not seen yet.
#
# @kurrent/kurrentdb-client 1.3.1 against a gRPC server that pushes eight events and then a checkpoint behind them. Guess: `checkpointReached` comes
# after the events in front of it were handled, since it is there to save where to go on from, and is awaited. Seen: it comes when the checkpoint
# arrives, before the first event is handled, as the events wait in the stream's buffer. Who saves the position, crashes and
# subscribes from it loses them without an error. With `{ highWaterMark: 0 }` as the second argument it comes after the eighth.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 @grpc/grpc-js@1.14.7 @kurrent/kurrentdb-client@1.3.1
cat >look.cjs <<'JS'
const { randomUUID } = require('node:crypto')
const { setTimeout: pause } = require('node:timers/promises')
const { Server, ServerCredentials } = require('@grpc/grpc-js')
const { KurrentDBClient, streamNameFilter } = require('@kurrent/kurrentdb-client')
const generated = './node_modules/@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1'
const { StreamsService } = require(`${generated}/streams_grpc_pb`)
const { ReadResp } = require(`${generated}/streams_pb`)
const { Empty, StreamIdentifier, UUID } = require(`${generated}/shared_pb`)

const base64 = (text) => Buffer.from(text).toString('base64')

function pushed(number) {
  const event = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(randomUUID()))
    .setStreamIdentifier(new StreamIdentifier().setStreamName(base64('orders')))
    .setStreamRevision(`${number}`)
    .setCommitPosition(`${number * 100}`)
    .setPreparePosition(`${number * 100}`)
    .setData(base64('{}'))
  const facts = { type: 'OrderPlaced', 'content-type': 'application/json', created: '17000000000000000' }
  for (const [name, fact] of Object.entries(facts)) event.getMetadataMap().set(name, fact)
  return new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(event).setNoPosition(new Empty()))
}

const server = new Server()
server.addService(StreamsService, {
  read(call) {
    call.write(new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId('1')))
    for (let number = 1; number <= 8; number += 1) call.write(pushed(number))
    call.write(new ReadResp().setCheckpoint(new ReadResp.Checkpoint().setCommitPosition('800').setPreparePosition('800')))
  },
})
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), async (_, port) => {
  const client = KurrentDBClient.connectionString(`kurrentdb://127.0.0.1:${port}?tls=false`)
  for (const readable of [{}, { highWaterMark: 0 }]) {
    let handled = 0
    const checkpointReached = (_, { commit }) => console.log(`${JSON.stringify(readable)}: checkpoint ${commit}, handled to ${handled * 100}`)
    const filter = streamNameFilter({ prefixes: ['orders'], checkpointReached })
    const subscription = client.subscribeToAll({ filter }, readable)
    for await (const _event of subscription) {
      await pause(50)
      handled += 1
      if (handled === 8) setTimeout(() => subscription.unsubscribe(), 200)
    }
  }
  process.exit()
})
JS
seen=$(./node_modules/.bin/node look.cjs)
echo "$seen"
[ "$seen" = '{}: checkpoint 800, handled to 0
{"highWaterMark":0}: checkpoint 800, handled to 800' ]
