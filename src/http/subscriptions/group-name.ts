// Reads the group's name from the path of a request.

import type { GroupName } from '../../subscriptions/subscriptions.ts'
import type { Exchange } from '../exchange.ts'

export const groupOf = ({ params }: Exchange): GroupName => ({ stream: params['stream']!, name: params['group']! })

/** Refuses a group on `$all`. */
export const onlyOverGrpc = 'Persistent subscriptions to $all are only supported over gRPC through gRPC clients'
