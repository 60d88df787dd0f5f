// Defines the panels. They load together when the first store opens: before that they have nothing to show.

import { CopyButtonElement } from './ui-kit/copy-button.ts'
import { define } from './ui-kit/define.ts'
import { MenuElement } from './ui-kit/menu.ts'
import { JsonViewElement } from './json/json-view.ts'
import { LessonElement } from './lesson/lesson-panel.ts'
import { LogPanelElement } from './log/log-panel.ts'
import { NumberChartsElement } from './projection/number-charts.ts'
import { MapElement } from './map/map-panel.ts'
import { PrintElement } from './print/print-view.ts'
import { ProjectionPanelElement } from './projection/projection-panel.ts'
import { CompactResultElement } from './projection/compact-result.ts'
import { DeleteDialogElement } from './projection/delete-dialog.ts'
import { QueryEditorElement } from './editor/query-editor.ts'
import { RequestPanelElement } from './requests/request-panel.ts'
import { UndoBarElement } from './session/undo-bar.ts'
import { SnippetsElement } from './requests/snippets.ts'
import { ShareDialogElement } from './share/share-dialog.ts'
import { StepListElement } from './stepper/step-list.ts'
import { StepperElement } from './stepper/stepper.ts'
import { StepBarElement } from './stepping/step-bar.ts'
import { StreamBrowserElement } from './streams/stream-browser.ts'
import { AppendFormElement } from './streams/append-form.ts'
import { EventDetailElement } from './streams/event-detail.ts'
import { StreamDeleteElement } from './streams/stream-delete.ts'
import { StreamEventsElement } from './streams/stream-events.ts'
import { StreamListElement } from './streams/stream-list.ts'
import { StreamMetadataElement } from './streams/stream-metadata.ts'

export { openStyle, printStyle } from './frame/open-style.ts'
export { panelView } from './frame/panel-view.ts'
export { Splitters } from './frame/splitters.ts'
export { tabBar, tabId, tabStyle } from './frame/tab-bar.ts'

define('rillbox-json', JsonViewElement)
define('rillbox-copy', CopyButtonElement)
define('rillbox-lesson', LessonElement)
define('rillbox-query-editor', QueryEditorElement)
define('rillbox-projection-panel', ProjectionPanelElement)
define('rillbox-number-charts', NumberChartsElement)
define('rillbox-compact-result', CompactResultElement)
define('rillbox-delete-dialog', DeleteDialogElement)
define('rillbox-log-panel', LogPanelElement)
define('rillbox-stream-browser', StreamBrowserElement)
define('rillbox-stream-list', StreamListElement)
define('rillbox-stream-events', StreamEventsElement)
define('rillbox-event', EventDetailElement)
define('rillbox-append-form', AppendFormElement)
define('rillbox-stream-metadata', StreamMetadataElement)
define('rillbox-stream-delete', StreamDeleteElement)
define('rillbox-undo', UndoBarElement)
define('rillbox-snippets', SnippetsElement)
define('rillbox-map', MapElement)
define('rillbox-print', PrintElement)
define('rillbox-request-panel', RequestPanelElement)
define('rillbox-menu', MenuElement)
define('rillbox-stepper', StepperElement)
define('rillbox-step-bar', StepBarElement)
define('rillbox-step-list', StepListElement)
define('rillbox-share-dialog', ShareDialogElement)
