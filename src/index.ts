// The public entry: create a store, its options and its errors.

export type { Environment, LockOptions, Locks } from './base/platform/environment.ts'
export type { StoreErrorCode } from './base/errors.ts'
export { StoreError, isStoreError } from './base/errors.ts'
export type { Release } from './base/release/facts.ts'
export type { Settings } from './base/settings.ts'
export type { StorePort, StorePortOptions } from './engine/calls/listening.ts'
export type { ClockOfStore, FreezableClock, StoreClock } from './engine/clock/clock.ts'
export type { FaultCondition, FaultRule, Faults, InjectedFault as Fault, RuleInForce } from './engine/faults/faults.ts'
export type { MovableEnvironment } from './engine/clock/movable-environment.ts'
export { movableEnvironment } from './engine/clock/movable-environment.ts'
export type { StoreProjection } from './engine/queries/files/projection-file.ts'
export type { BroughtProjection, ProjectionSource } from './engine/queries/files/store-projections.ts'
export type { QueryPlace } from './engine/queries/open-query.ts'
export type { RepeatableEnvironment, RepeatableOptions } from './engine/clock/repeatable-environment.ts'
export { repeatableEnvironment } from './engine/clock/repeatable-environment.ts'
export type { InspectedProjection, ProjectionActivity } from './engine/inspect/inspected-projection.ts'
export type { PictureChoice, ShownProjection, StorePicture, StreamWriter } from './engine/inspect/inspection.ts'
export type { PartitionState } from './projections/inquiries.ts'
export type { EventPlacement } from './engine/live/live-event.ts'
export type { SubscribeOptions, Subscription } from './engine/live/subscription.ts'
export type { ChangedStream, DryRun, DryRunOptions, ProjectionChange } from './engine/observe/dry-run.ts'
export type { ListedStream } from './engine/observe/listed-streams.ts'
export type { ExchangeOutcome, LoggedExchange, RequestLog } from './engine/observe/request-log.ts'
export type {
  LessonEvent,
  LessonPromise,
  LessonRequest,
  LessonStep,
  Scenario,
  ScenarioDocument,
  ScenarioEvent,
  ScenarioMetadata,
  ScenarioMode,
  ScenarioProjection,
  ScenarioUser,
} from './engine/scenario/scenario.ts'
export { defineScenario } from './engine/scenario/scenario.ts'
export type { Problem } from './engine/scenario/problems.ts'
export { scenarioProblems } from './engine/scenario/problems.ts'
export type { Seeded, SeedOptions } from './engine/scenario/seed.ts'
export type { AppendOptions, ProjectOptions, ReadOptions, Shortcuts } from './engine/shortcuts.ts'
export { RefusedRequest } from './engine/shortcuts.ts'
export type { Snapshot } from './engine/snapshot/snapshot.ts'
export type { Store } from './engine/store.ts'
export type { StoreOptions } from './engine/options/store-options.ts'
export { createStore } from './engine/store.ts'
export type {
  LineRun,
  LineValue,
  SkipReason,
  TextChange,
  TracedEmission,
  TracedEvent,
  TraceFault,
  TraceOptions,
  TracePart,
  TraceStep,
} from './engine/observe/trace.ts'
export type { AnyEvents, EventIn, EventOf, NewEventIn, NewEventOf } from './engine/typed-events.ts'
export type { SettleOptions } from './projections/run/settle.ts'
export { memoryStorage } from './storage/memory/memory.ts'
export type { Storage } from './storage/storage.ts'
