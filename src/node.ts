// Entry for tests in Node: a store as request handlers for msw's `setupServer`.

export * from './index.ts'
export type { StoreHandlersOptions } from './host/handlers.ts'
export { storeHandlers } from './host/handlers.ts'
