// Names the event with which a page is asked for the stores that it has started: `detail` is the function that takes one. It works across bundles.

export const storesQuestion = 'rillbox-stores'
