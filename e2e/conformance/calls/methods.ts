// What shows that each method of gRPC works: files of the official client's tests, and tests of this project.

/** Files of the client's tests, by the beginnings of their paths; or files of this project, which call the method by its name. */
export type Shown = { readonly suite: readonly string[] } | { readonly tests: readonly string[] }

const room = 'src/host/node/calls'
const suite = (...files: readonly string[]): Shown => ({ suite: files })
const tests = (...files: readonly string[]): Shown => ({ tests: files.map((file) => `${room}/${file}.test.ts`) })
const group = (name: string): string => `persistentSubscription/${name}`

/** By service and method. */
export const shownBy: Readonly<Record<string, Shown>> = {
  'gossip.Gossip/Read': tests('administration'),
  'streams.Streams/Read': suite('streams/read', 'streams/subscribe', 'streams/getStreamMetadata', 'extra/'),
  'streams.Streams/Append': suite('streams/appendToStream', 'streams/setStreamMetadata', 'streams/systemStreams'),
  'streams.Streams/BatchAppend': suite('streams/appendToStream-batch-append', 'connection/deadline'),
  'streams.Streams/Delete': suite('streams/deleteStream'),
  'streams.Streams/Tombstone': suite('streams/tombstoneStream'),
  'projections.Projections/Create': suite('projections/createProjection'),
  'projections.Projections/Update': suite('projections/updateProjection'),
  'projections.Projections/Delete': suite('projections/deleteProjection'),
  'projections.Projections/Statistics': suite('projections/getProjectionStatus', 'projections/listProjections'),
  'projections.Projections/Disable': suite('projections/disableProjection'),
  'projections.Projections/Enable': suite('projections/enableProjection'),
  'projections.Projections/Reset': suite('projections/resetProjection'),
  'projections.Projections/State': suite('projections/getProjectionState'),
  'projections.Projections/Result': suite('projections/getProjectionResult'),
  'projections.Projections/RestartSubsystem': suite('projections/restartSubsystem'),
  'persistent_subscriptions.PersistentSubscriptions/Create': suite(group('createPersistentSubscription')),
  'persistent_subscriptions.PersistentSubscriptions/Update': suite(group('updatePersistentSubscription')),
  'persistent_subscriptions.PersistentSubscriptions/Delete': suite(group('deletePersistentSubscription')),
  'persistent_subscriptions.PersistentSubscriptions/GetInfo': suite(group('getPersistentSubscription')),
  'persistent_subscriptions.PersistentSubscriptions/List': suite(group('list')),
  'persistent_subscriptions.PersistentSubscriptions/ReplayParked': suite(group('replayParked')),
  'persistent_subscriptions.PersistentSubscriptions/TruncateParked': tests('services'),
  'persistent_subscriptions.PersistentSubscriptions/RestartSubsystem': suite(group('restartPersistentSubscriptionSubsystem')),
  'persistent_subscriptions.PersistentSubscriptions/Read': suite(group('subscribeToPersistentSubscription')),
  'users.Users/Create': tests('administration'),
  'users.Users/Update': tests('administration'),
  'users.Users/Delete': tests('administration'),
  'users.Users/Enable': tests('administration'),
  'users.Users/Disable': tests('administration'),
  'users.Users/Details': tests('administration'),
  'users.Users/ChangePassword': tests('administration'),
  'users.Users/ResetPassword': tests('administration'),
  'operations.Operations/StartScavenge': tests('administration'),
  'operations.Operations/StopScavenge': tests('administration'),
  'operations.Operations/Shutdown': tests('administration'),
  'operations.Operations/MergeIndexes': tests('administration'),
  'operations.Operations/ResignNode': tests('administration'),
  'operations.Operations/SetNodePriority': tests('administration'),
  'operations.Operations/RestartPersistentSubscriptions': tests('administration'),
  'monitoring.Monitoring/Stats': tests('administration'),
  'server_features.ServerFeatures/GetSupportedMethods': tests('services'),
  'kurrentdb.protocol.v2.streams.StreamsService/AppendSession': suite('streams/multiAppendStream'),
  'kurrentdb.protocol.v2.streams.StreamsService/AppendRecords': suite('streams/appendRecords'),
}

/** The key of a method in the table above. */
export const keyOf = ({ service, method }: { readonly service: string; readonly method: string }): string =>
  `${service.replace(/^event_store\.client\./, '')}/${method}`
