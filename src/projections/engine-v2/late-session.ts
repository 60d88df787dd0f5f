// Loads what runs a projection in Engine V2 with the first one: few stores have any.

import { later } from '../../base/platform/later.ts'

export const engineV2Sessions = later(() => import('./session.ts'))
