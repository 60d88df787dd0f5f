// The settings of a session that tests of engines begin.

import { defaultLanguage } from '../../../base/release/releases.ts'
import type { SessionSettings } from '../../language/settings.ts'

export const settings: SessionSettings = {
  emitEnabled: true,
  isSecondEngine: false,
  reordersPartitions: false,
  continuous: true,
  now: 0,
  seed: 0,
  language: defaultLanguage,
  mayHideMembers: false,
  eventReaders: [],
  stateUses: { makers: [], users: [] },
}
