// Routes of users.

import type { Users } from '../../users/users.ts'
import type { Route } from '../exchange.ts'

export const userRoutes = (_users: Users): Route[] => []
