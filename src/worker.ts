// Entry: the script of the Workers for queries, for the option `queryWorkerUrl`. It has no exports for applications, and does nothing outside of a Worker.

// eslint-disable-next-line import/no-unassigned-import -- imported for its effect
import './query/workers/worker.ts'
