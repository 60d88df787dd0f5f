// What commands get from the entry: the storage that keeps a folder, and the bridge to a real port.

import type { Store, StoreOptions } from '../engine/store.ts'
import type { Storage } from '../storage/storage.ts'
import type { Terminal } from './terminal.ts'

export interface Tools {
  readonly terminal: Terminal
  /** A storage that is gone with the process. */
  inMemory(): Storage
  /** @throws StoreError where the folder cannot be used, or another process has it. */
  openFolder(folder: string): Storage
  /** Whether there is a store in a folder; makes nothing. */
  hasStore(folder: string): boolean
  /** Removes a store that is closed; the folder and what else is in it stay. */
  removeStore(folder: string): void
  /** @throws the platform's error where the port cannot be had; the store is closed then. */
  startServer(options: StartServerOptions): Promise<StartedServer>
  /** Resolves when the process is asked to end. */
  untilInterrupted(): Promise<void>
}

export interface StartServerOptions extends StoreOptions {
  readonly port: number
  readonly host: string
  readonly allowHosts: readonly string[]
  readonly allowOrigins: readonly string[]
  readonly warn: (line: string) => void
  /** Folder of a built web interface. */
  readonly ui: string | undefined
  /** Called with the open store before anybody can connect. */
  readonly prepare: (store: Pick<Store, 'seed' | 'onSelfFeeding'>) => Promise<void>
}

export interface StartedServer {
  readonly url: string
  close(): Promise<void>
  /** Resolves when it is closed, also where a request told it to end. */
  readonly closed: Promise<void>
}
