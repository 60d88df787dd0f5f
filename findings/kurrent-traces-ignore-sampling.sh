#!/usr/bin/env bash
# With KurrentDB's instrumentation for OpenTelemetry a subscriber exports a span for every event, though the trace it belongs to was not sampled.
#
# @kurrent/opentelemetry 1.3.1, @kurrent/kurrentdb-client 1.3.1, @opentelemetry/sdk-trace-node 2.12.1, against a gRPC server that gives back what was
# appended; both sides sample as production does, by parent and by share of traces, and the share is 0. Guess: what was not sampled where it began is
# not sampled where it goes on. Seen: an append writes its ids into the event's metadata, sampled or not, and no flag; a subscription takes every such
# trace for sampled. It exports one span for each event, whose parent exists nowhere, and a share of 1 % saves nothing there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-fund --no-audit node@24.21.0 @grpc/grpc-js@1.14.7 @kurrent/kurrentdb-client@1.3.1 @kurrent/opentelemetry@1.3.1 \
  @opentelemetry/api@1.9.0 @opentelemetry/sdk-trace-node@2.12.1
cat >look.cjs <<'JS'
const { KurrentDBInstrumentation } = require('@kurrent/opentelemetry')
const otel = require('@opentelemetry/sdk-trace-node')

const exporter = new otel.InMemorySpanExporter()
const sampler = new otel.ParentBasedSampler({ root: new otel.TraceIdRatioBasedSampler(0) })
const provider = new otel.NodeTracerProvider({ sampler, spanProcessors: [new otel.SimpleSpanProcessor(exporter)] })
provider.register()
new KurrentDBInstrumentation().setTracerProvider(provider)

const { Server, ServerCredentials } = require('@grpc/grpc-js')
const { jsonEvent, KurrentDBClient } = require('@kurrent/kurrentdb-client')
const generated = './node_modules/@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1'
const { StreamsService } = require(`${generated}/streams_grpc_pb`)
const { AppendResp, ReadResp } = require(`${generated}/streams_pb`)
const { Empty, StreamIdentifier } = require(`${generated}/shared_pb`)

const events = []
function recorded(proposed, revision) {
  const event = new ReadResp.ReadEvent.RecordedEvent()
    .setId(proposed.getId())
    .setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from('orders').toString('base64')))
    .setStreamRevision(`${revision}`)
    .setData(proposed.getData())
    .setCustomMetadata(proposed.getCustomMetadata())
  proposed.getMetadataMap().forEach((fact, name) => event.getMetadataMap().set(name, fact))
  return new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(event).setNoPosition(new Empty()))
}
const server = new Server()
server.addService(StreamsService, {
  append(call, answer) {
    call.on('data', (part) => part.hasProposedMessage() && events.push(part.getProposedMessage()))
    call.on('end', () => answer(null, new AppendResp().setSuccess(new AppendResp.Success())))
  },
  read: (call) => events.forEach((event, revision) => call.write(recorded(event, revision))),
})
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), async (_, port) => {
  const client = KurrentDBClient.connectionString(`kurrentdb://127.0.0.1:${port}?tls=false`)
  const exported = () => exporter.getFinishedSpans().map(({ name, parentSpanContext }) => `${name} ${parentSpanContext ? 'with' : 'without'} a parent`)
  for (let total = 1; total <= 3; total += 1) await client.appendToStream('orders', jsonEvent({ type: 'OrderPlaced', data: { total } }))
  console.log(`the producer exports: ${exported().join(', ') || 'nothing'}`)
  for await (const { event } of client.subscribeToStream('orders')) if (event.data.total === 3) break
  console.log(`the subscriber exports: ${exported().join(', ')}`)
  process.exit()
})
JS
seen=$(./node_modules/.bin/node look.cjs)
echo "$seen"
[ "$seen" = 'the producer exports: nothing
the subscriber exports: streams.subscribe with a parent, streams.subscribe with a parent, streams.subscribe with a parent' ]
