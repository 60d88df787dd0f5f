#!/usr/bin/env bash
# Over a connection without TLS, KurrentDB's client for Node sends the user's name and password with reads, not with appends or subscriptions.
#
# @kurrent/kurrentdb-client 1.3.1 against a gRPC server without TLS that notes who asks. Guess: the user of the connection string, or of the call,
# comes with every call or with none. Seen: reads come with it; appends and subscriptions come without, even where the call has
# credentials of its own, and nothing but a line for debugging says so. Tests of rights on a plain port read as a user and write as nobody.
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
const { AppendResp, ReadResp } = require(`${generated}/streams_pb`)
const { StreamsService } = require(`${generated}/streams_grpc_pb`)

function note(name, { metadata }) {
  const [header] = metadata.get('authorization')
  console.log(`${name}: ${header === undefined ? 'nobody' : Buffer.from(header.slice(6), 'base64')}`)
}

const server = new Server()
server.addService(StreamsService, {
  append(call, answer) {
    note('append', call)
    call.resume().on('end', () => answer(null, new AppendResp().setSuccess(new AppendResp.Success())))
  },
  read(call) {
    const isSubscription = call.request.getOptions().hasSubscription()
    note(isSubscription ? 'subscribe' : 'read', call)
    if (isSubscription) call.write(new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation()))
    else call.end()
  },
})
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), async (_, port) => {
  const client = KurrentDBClient.connectionString(`kurrentdb://alice:word@127.0.0.1:${port}?tls=false`)
  const event = jsonEvent({ type: 'OrderPlaced', data: { total: 1 } })
  for (const options of [{}, { credentials: { username: 'bob', password: 'word' } }]) {
    for await (const _event of client.readStream('orders', options));
    await client.appendToStream('orders', event, options)
    await new Promise((confirmed) => client.subscribeToStream('orders', options).on('confirmation', confirmed))
  }
  process.exit()
})
JS
seen=$(./node_modules/.bin/node look.cjs)
echo "$seen"
[ "$seen" = 'read: alice:word
append: nobody
subscribe: nobody
read: bob:word
append: nobody
subscribe: nobody' ]
