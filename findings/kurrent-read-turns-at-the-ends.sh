#!/usr/bin/env bash
# KurrentDB's client for Node ignores the direction of a read that begins at START or END, and START is the default of every read.
#
# @kurrent/kurrentdb-client 1.3.1 against a gRPC server that notes what is asked. Guess: `readStream(name, { direction: BACKWARDS })` gives the
# newest events first or, as START is the default, the first event alone; forwards from END gives nothing. Seen: it asks for the stream forwards,
# so `maxCount: 1` gives the oldest event for the newest; forwards from END asks for the whole stream backwards. From a revision the direction counts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 @grpc/grpc-js@1.14.7 @kurrent/kurrentdb-client@1.3.1
cat >look.cjs <<'JS'
const { Server, ServerCredentials } = require('@grpc/grpc-js')
const { BACKWARDS, END, FORWARDS, KurrentDBClient, START } = require('@kurrent/kurrentdb-client')
const generated = './node_modules/@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1'
const { StreamsService } = require(`${generated}/streams_grpc_pb`)

let asked
const server = new Server()
server.addService(StreamsService, {
  read(call) {
    asked = ['forwards', 'backwards'][call.request.getOptions().getReadDirection()]
    call.end()
  },
})
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), async (_, port) => {
  const client = KurrentDBClient.connectionString(`kurrentdb://127.0.0.1:${port}?tls=false`)
  const reads = [{ direction: BACKWARDS }]
  for (const fromRevision of [START, END, 5n])
    for (const direction of [FORWARDS, BACKWARDS]) reads.push({ fromRevision, direction })
  for (const options of reads) {
    for await (const _event of client.readStream('orders', options));
    console.log(`${options.fromRevision ?? 'by default'} ${options.direction} -> ${asked}`)
  }
  process.exit()
})
JS
seen=$(./node_modules/.bin/node look.cjs)
echo "$seen"
[ "$seen" = 'by default backwards -> forwards
start forwards -> forwards
start backwards -> forwards
end forwards -> backwards
end backwards -> backwards
5 forwards -> forwards
5 backwards -> backwards' ]
