#!/usr/bin/env bash
# KurrentDB's client for Node reports revision 1 for every append that was refused, whatever revision the stream has.
#
# @kurrent/kurrentdb-client 1.3.1 with `throwOnAppendFailure=false`, against a gRPC server that refuses as KurrentDB does, with the stream's
# revision, 41. Guess: `nextExpectedRevision` is 41n, so that the next try can expect it. Seen: 1n, because the client turns into a number
# whether the server named a revision. Only an append with credentials of its own, which is another call of the protocol, gives 41n.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 @grpc/grpc-js@1.14.7 @kurrent/kurrentdb-client@1.3.1
cat >look.cjs <<'JS'
const { Server, ServerCredentials } = require('@grpc/grpc-js')
const { jsonEvent, KurrentDBClient } = require('@kurrent/kurrentdb-client')
const { Any } = require('google-protobuf/google/protobuf/any_pb')
const generated = './node_modules/@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1'
const { SupportedMethod, SupportedMethods } = require(`${generated}/serverfeatures_pb`)
const { ServerFeaturesService } = require(`${generated}/serverfeatures_grpc_pb`)
const { WrongExpectedVersion } = require(`${generated}/shared_pb`)
const { Status } = require(`${generated}/status_pb`)
const { AppendResp, BatchAppendResp } = require(`${generated}/streams_pb`)
const { StreamsService } = require(`${generated}/streams_grpc_pb`)

const server = new Server()
const batches = new SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName('batchappend')
server.addService(ServerFeaturesService, {
  getSupportedMethods: (_, answer) => answer(null, new SupportedMethods().setMethodsList([batches])),
})
server.addService(StreamsService, {
  batchAppend(call) {
    const refusal = new WrongExpectedVersion().setCurrentStreamRevision('41').setExpectedStreamPosition('7')
    const details = new Any()
    details.pack(refusal.serializeBinary(), 'event_store.client.WrongExpectedVersion')
    const error = new Status().setCode(6).setMessage('WrongExpectedVersion').setDetails(details)
    call.on('data', (request) => {
      if (request.getIsFinal()) call.write(new BatchAppendResp().setCorrelationId(request.getCorrelationId()).setError(error))
    })
  },
  append(call, answer) {
    const refusal = new AppendResp.WrongExpectedVersion().setCurrentRevision('41').setExpectedRevision('7')
    call.resume().on('end', () => answer(null, new AppendResp().setWrongExpectedVersion(refusal)))
  },
})
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), async (_, port) => {
  const client = KurrentDBClient.connectionString(`kurrentdb://127.0.0.1:${port}?tls=false&throwOnAppendFailure=false`)
  const event = jsonEvent({ type: 'OrderPlaced', data: { total: 1 } })
  const usual = await client.appendToStream('orders', event, { streamState: 7n })
  const credentials = { username: 'name', password: 'word' }
  const own = await client.appendToStream('orders', event, { streamState: 7n, credentials })
  console.log(`usual: ${usual.nextExpectedRevision}, with credentials: ${own.nextExpectedRevision}`)
  process.exit()
})
JS
seen=$(./node_modules/.bin/node look.cjs)
echo "$seen"
[ "$seen" = 'usual: 1, with credentials: 41' ]
