// Routes of node.

import type { Route } from '../exchange.ts'

export const nodeRoutes = (): Route[] => []
