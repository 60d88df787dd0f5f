// Defines the parts that only developer tools have: panels, and the dialog with a playground; those of the playground come with a session.

import { define } from '../playground/kit/define.ts'
import { ClockPanelElement } from './clock/clock-panel.ts'
import { FaultPanelElement } from './faults/fault-panel.ts'
import { RecordPanelElement } from './recording/record-panel.ts'
import { CompareSnapshotsElement } from './snapshots/compare-snapshots.ts'
import { SnapshotPanelElement } from './snapshots/snapshot-panel.ts'
import { PlaygroundDialogElement } from './playground-dialog.ts'
import { StepsPanelElement } from './steps-panel.ts'

export function definePanels(): void {
  define('rillbox-devtools-faults', FaultPanelElement)
  define('rillbox-devtools-record', RecordPanelElement)
  define('rillbox-devtools-snapshots', SnapshotPanelElement)
  define('rillbox-devtools-compare', CompareSnapshotsElement)
  define('rillbox-devtools-clock', ClockPanelElement)
  define('rillbox-devtools-playground', PlaygroundDialogElement)
  define('rillbox-devtools-steps', StepsPanelElement)
}
