// Names the tools that the entry gives to commands: storages, the terminal, the bridge to a real port.

import type { Store } from '../engine/store.ts'
import type { StoreOptions } from '../engine/options/store-options.ts'
import type { Storage } from '../storage/storage.ts'
import type { Terminal } from './terminal.ts'

export interface Tools {
  readonly terminal: Terminal
  /** Whether the output goes to a terminal that shows colours. */
  readonly isColoured: boolean
  /** Of this package. */
  readonly version: string
  /** Opens a storage that ends with the process. */
  inMemory(): Storage
  /** @throws StoreError where the folder is unusable, or another process has it open. */
  openFolder(folder: string): Storage
  /** Whether a folder has a store; creates nothing. */
  hasStore(folder: string): boolean
  /** Removes a closed store; the folder and its other files stay. */
  removeStore(folder: string): void
  /** @throws the platform's error where the port is unavailable; the store is closed then. */
  startServer(options: StartServerOptions): Promise<StartedServer>
  /** Answers on a port of this machine with a function. @throws the platform's error where the port is unavailable. */
  startProxy(pass: (request: Request) => Promise<Response>, options: Pick<StartServerOptions, 'port' | 'warn'>): Promise<StartedServer>
  /** Resolves when the process is asked to end. */
  untilInterrupted(): Promise<void>
}

export interface StartServerOptions extends StoreOptions {
  readonly port: number
  readonly host: string
  readonly allowHosts: readonly string[]
  readonly allowOrigins: readonly string[]
  readonly warn: (line: string) => void
  readonly certificate: { readonly cert: string; readonly key: string } | undefined
  readonly control: boolean
  readonly seed: number | undefined
  readonly clock: string | undefined
  /** Folder of a built web interface. */
  readonly ui: string | undefined
  /** Called with the open store before a client can connect. */
  readonly prepare: (store: Pick<Store, 'direct' | 'fault' | 'seed' | 'onSelfFeeding' | 'requests'>) => Promise<void>
}

export interface StartedServer {
  readonly port: number
  readonly url: string
  close(): Promise<void>
  /** Resolves when the server is closed, also by a request to shut down. */
  readonly closed: Promise<void>
}
