// Entry for React: hooks that start a store, and show the events of a stream, the state of a projection, and the picture of the whole.

export type { PictureView } from './react/use-picture.ts'
export { usePicture } from './react/use-picture.ts'
export type { ProjectionView } from './react/use-projection.ts'
export { useProjection } from './react/use-projection.ts'
export { useStore } from './react/use-store.ts'
export type { StreamView, UseStreamOptions } from './react/use-stream.ts'
export { useStream } from './react/use-stream.ts'
