// Entry for React: hooks that start a store, show the events of a stream, and show the state of a projection.

export type { ProjectionView } from './react/use-projection.ts'
export { useProjection } from './react/use-projection.ts'
export { useStore } from './react/use-store.ts'
export type { StreamView, UseStreamOptions } from './react/use-stream.ts'
export { useStream } from './react/use-stream.ts'
