// Defines the panels. They load together when the first store opens: before that they have nothing to show.

import { CopyButtonElement } from './kit/copy-button.ts'
import { define } from './kit/define.ts'
import { MenuElement } from './kit/menu.ts'
import { CompareElement, MapElement, PastElement } from './panels/late-panels.ts'
import { JsonViewElement } from './kit/json/json-view.ts'
import { LessonElement } from './panels/lesson/lesson-panel.ts'
import { LogPanelElement } from './panels/log/log-panel.ts'
import { ExplanationElement } from './panels/result/explanation.ts'
import { NumberChartsElement } from './panels/charts/number-charts.ts'
import { PrintElement } from './panels/print/print-view.ts'
import { ProjectionPanelElement } from './panels/result/projection-panel.ts'
import { CompactResultElement } from './panels/result/compact-result.ts'
import { ResetDialogElement } from './panels/result/reset-dialog.ts'
import { DeleteDialogElement } from './panels/result/delete-dialog.ts'
import { QueryEditorElement } from './panels/editor/query-editor.ts'
import { RequestPanelElement } from './panels/requests/request-panel.ts'
import { RequestActionsElement } from './panels/requests/request-actions.ts'
import { UndoBarElement } from './frame/undo-bar.ts'
import { SnippetsElement } from './panels/requests/snippets.ts'
import { ShareDialogElement } from './panels/share/share-dialog.ts'
import { StepListElement } from './panels/steps/step-list.ts'
import { StepperElement } from './panels/steps/stepper.ts'
import { StepBarElement } from './panels/steps/step-bar.ts'
import { StreamBrowserElement } from './panels/streams/stream-browser.ts'
import { AppendFormElement } from './panels/append/append-form.ts'
import { EventDetailElement } from './panels/streams/event-detail.ts'
import { StreamDeleteElement } from './panels/streams/stream-delete.ts'
import { StreamEventsElement } from './panels/streams/stream-events.ts'
import { StreamGenerateElement } from './panels/streams/stream-generate.ts'
import { StreamListElement } from './panels/streams/stream-list.ts'
import { StreamMetadataElement } from './panels/streams/stream-metadata.ts'

export { openStyle, printStyle } from './frame/open-style.ts'
export { openView } from './frame/open-view.ts'
export { paneChoiceStyle } from './frame/pane-choice.ts'
export { Splitters } from './frame/splitters.ts'
export { tabId, tabStyle } from './frame/tab-bar.ts'

define('rillbox-json', JsonViewElement)
define('rillbox-copy', CopyButtonElement)
define('rillbox-lesson', LessonElement)
define('rillbox-query-editor', QueryEditorElement)
define('rillbox-projection-panel', ProjectionPanelElement)
define('rillbox-explanation', ExplanationElement)
define('rillbox-number-charts', NumberChartsElement)
define('rillbox-compact-result', CompactResultElement)
define('rillbox-reset-dialog', ResetDialogElement)
define('rillbox-delete-dialog', DeleteDialogElement)
define('rillbox-log-panel', LogPanelElement)
define('rillbox-stream-browser', StreamBrowserElement)
define('rillbox-stream-list', StreamListElement)
define('rillbox-stream-events', StreamEventsElement)
define('rillbox-event', EventDetailElement)
define('rillbox-append-form', AppendFormElement)
define('rillbox-stream-metadata', StreamMetadataElement)
define('rillbox-stream-delete', StreamDeleteElement)
define('rillbox-stream-generate', StreamGenerateElement)
define('rillbox-undo', UndoBarElement)
define('rillbox-snippets', SnippetsElement)
define('rillbox-map', MapElement)
define('rillbox-past', PastElement)
define('rillbox-print', PrintElement)
define('rillbox-request-panel', RequestPanelElement)
define('rillbox-request-actions', RequestActionsElement)
define('rillbox-menu', MenuElement)
define('rillbox-stepper', StepperElement)
define('rillbox-step-bar', StepBarElement)
define('rillbox-step-list', StepListElement)
define('rillbox-compare', CompareElement)
define('rillbox-share-dialog', ShareDialogElement)
