// The table of what a request can be rendered as: a command, a call or a program that does the same.

import { curlCommand } from './curl.ts'
import { dotnetProgram } from './dotnet-client.ts'
import { fetchCall } from './fetch-call.ts'
import { nodeClientModule } from './node-client.ts'
import { promiseClientModule } from './promise-client.ts'
import type { SentRequest } from './request.ts'

export interface Rendering {
  readonly id: 'curl' | 'fetch' | 'node' | 'dotnet' | 'client'
  /** For readers, in every language. */
  readonly label: string
  /** The package that the code needs, in the registry of its platform; undefined for none. */
  readonly library?: string
  /** @returns undefined if there are no words for the request. */
  readonly code: (request: SentRequest) => string | undefined
}

export const renderings: readonly Rendering[] = [
  { id: 'curl', label: 'curl', code: curlCommand },
  { id: 'fetch', label: 'fetch', code: fetchCall },
  { id: 'node', label: 'Node.js', library: '@kurrent/kurrentdb-client', code: nodeClientModule },
  { id: 'dotnet', label: '.NET', library: 'KurrentDB.Client', code: dotnetProgram },
  { id: 'client', label: 'Node.js over HTTP', library: 'geteventstore-promise', code: promiseClientModule },
]
