// The name of the partition that holds the shared state of a query in the second engine: no stream and no key can have it.

export const sharedPartition = '\0shared'
