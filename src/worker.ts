// Entry: the script of the Workers for queries, for the option `queryWorkerUrl`. It exports nothing, and does nothing outside of a Worker.

// eslint-disable-next-line import/no-unassigned-import -- what it does counts: it exports nothing
import './query/workers/worker.ts'
