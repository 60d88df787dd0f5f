// Names the group that a request is about.

import type { GroupName } from '../../subscriptions/subscriptions.ts'
import type { Exchange } from '../exchange.ts'

/** The group that the path names. */
export const groupOf = ({ params }: Exchange): GroupName => ({ stream: params['stream']!, name: params['group']! })
