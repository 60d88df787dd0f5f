// Tells whether the user sees this tab.

/** @returns false where there are no tabs. */
export const isVisible = (): boolean => globalThis.document?.visibilityState === 'visible'
