// One QuickJS instance: loads the prelude and a query's source, runs batches, keeps the limits.

import type { OpenQuery } from './query.ts'

export const openInQuickJs: OpenQuery = () => Promise.reject(new Error('not built yet'))
