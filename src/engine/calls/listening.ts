// Opens a port for a store of this process, where it runs in Node: the code for ports is loaded then, so that pages have none of it.

import { StoreError } from '../../base/errors.ts'

export interface StorePortOptions {
  /** Default: 0, a free port. */
  readonly port?: number
  /** Default: `127.0.0.1`, this machine only. */
  readonly host?: string
  /** Serves TLS with this certificate and key, both PEM. Default: none, and a plain port. */
  readonly certificate?: { readonly cert: string; readonly key: string }
}

/** A port on which a store answers HTTP and gRPC. */
export interface StorePort {
  /** Where clients reach the store, without a trailing slash. */
  readonly url: string
  /** For clients of gRPC, e.g. `kurrentdb://localhost:51234?tls=false`. */
  readonly connectionString: string
  /** Closes the port; the store stays open. */
  close(): Promise<void>
}

interface HostModule {
  listen(
    store: object,
    options: StorePortOptions,
  ): Promise<{ readonly url: string; readonly port: number; readonly close: () => Promise<void> }>
}

/** The module for ports lies beside this one among the sources, and one folder above its chunk in the package. */
const hostModule = (module: string): string => (module.endsWith('.ts') ? '../../host/node/http-server.ts' : '../server.js')

/**
 * @param store what the port serves; its `close` is not called.
 * @param closed aborted when the store closes: the port closes too.
 * @throws StoreError `platform-unsupported` outside of Node.
 */
export async function openPort(
  store: object,
  options: StorePortOptions,
  closed: AbortSignal,
  module: string | undefined = import.meta.url,
): Promise<StorePort> {
  const isNode = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node !== undefined
  if (!isNode || !module?.startsWith('file:')) throw noPorts()
  const address = new URL(hostModule(module), module).href
  const { listen } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ address)) as HostModule
  const port = await listen({ ...store, close: () => Promise.resolve() }, { port: 0, ...options })
  closed.addEventListener('abort', () => void port.close())
  const tls = options.certificate !== undefined
  return { url: port.url, connectionString: `kurrentdb://localhost:${port.port}?tls=${tls}`, close: () => port.close() }
}

const noPorts = (): StoreError =>
  new StoreError('platform-unsupported', 'A store opens ports in Node only, where its modules are files.', {
    hint: 'Run "rillbox serve", or call store.listen() in a test or a back end that imports rillbox from node_modules.',
  })
