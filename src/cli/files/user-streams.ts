// Decides which streams belong to users: those that a server does not write for itself.

import { isMetastream, isSystemStream, originalOf } from '../../streams/system.ts'

/** A stream of users, or the metadata of one. */
export const isOfUsers = (stream: string): boolean => (isMetastream(stream) ? !isSystemStream(originalOf(stream)) : !isSystemStream(stream))
