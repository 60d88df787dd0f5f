// Entry: the script of the Workers for queries, for the option `queryWorkerUrl`. It exports nothing, and does nothing outside of a Worker.

import './query/worker.ts'
