// Entry for Node: a store on a real port, and on disk.

export * from './index.ts'
export type { Listening, ListenOptions, ServeOptions, Serving } from './host/node/http-server.ts'
export { listen, serve } from './host/node/http-server.ts'
export type { SqliteOptions } from './storage/sqlite/sqlite.ts'
export { sqliteStorage } from './storage/sqlite/sqlite.ts'
