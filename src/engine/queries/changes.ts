// Hands what changes for queries between releases and engines to the tools.

export { SeenBodies } from '../../query/upgrade/body-kinds.ts'
export type { Change, UpgradeOptions } from '../../query/upgrade/change.ts'
export type { ChangeCode } from '../../query/upgrade/change-codes.ts'
export { changeCodes, pageOfChange } from '../../query/upgrade/change-codes.ts'
export { changesFor } from '../../query/upgrade/changes.ts'
