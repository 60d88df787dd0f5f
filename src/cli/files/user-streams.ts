// Decides which streams belong to users rather than to the server.

import { isMetastream, isSystemStream, originalOf } from '../../streams/system.ts'

/** A stream of users, or the metadata of one. */
export const isOfUsers = (stream: string): boolean => (isMetastream(stream) ? !isSystemStream(originalOf(stream)) : !isSystemStream(stream))
