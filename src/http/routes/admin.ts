// Routes of admin.

import type { Route } from '../exchange.ts'

export const adminRoutes = (): Route[] => []
