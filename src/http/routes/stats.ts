// Routes of stats.

import type { Route } from '../exchange.ts'

export const statsRoutes = (): Route[] => []
