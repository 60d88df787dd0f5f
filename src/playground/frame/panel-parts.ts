// Which parts of the panels the styles of a page can reach, and under which names.

import type { PanelName } from './arrangement.ts'

/** Parts of the panels; outside they have the panel's name in front, e.g. `editor-code`: several panels have a `list`. */
export const panelParts: Readonly<Record<PanelName, readonly string[]>> = {
  editor: ['controls', 'name', 'mode', 'emit', 'run', 'code', 'editor'],
  result: ['choice', 'status', 'commands', 'figures', 'fault', 'filter', 'partitions', 'values', 'emitted', 'dialog'],
  streams: ['filter', 'list', 'item', 'stream', 'table', 'detail', 'controls'],
  requests: ['controls', 'filter', 'list', 'table', 'row', 'detail'],
  steps: [
    'bar',
    'button',
    'slider',
    'tick',
    'filters',
    'list',
    'step',
    'query',
    'event',
    'state',
    'shared-state',
    'result',
    'emitted',
    'logs',
    'fault',
  ],
}

/** As the attribute `exportparts` of a panel takes them. */
export const exportedParts = (name: PanelName): string => panelParts[name].map((part) => `${part}: ${name}-${part}`).join(', ')
