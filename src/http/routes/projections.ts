// Routes of projections.

import type { Projections } from '../../projections/projections.ts'
import type { Route } from '../exchange.ts'

export const projectionRoutes = (_projections: Projections): Route[] => []
