// Routes of streams.

import type { Streams } from '../../streams/streams.ts'
import type { Route } from '../exchange.ts'

export const streamRoutes = (_streams: Streams): Route[] => []
