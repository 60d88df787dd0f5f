// Routes of subscriptions.

import type { Subscriptions } from '../../subscriptions/subscriptions.ts'
import type { Route } from '../exchange.ts'

export const subscriptionRoutes = (_subscriptions: Subscriptions): Route[] => []
