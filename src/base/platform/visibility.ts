// Tells whether the user sees this tab.

/** @returns false if there are no tabs. */
export const isVisible = (): boolean => globalThis.document?.visibilityState === 'visible'

/** Whether the browser may hold back the timers of this tab. @returns false where there are no tabs. */
export const isHidden = (): boolean => globalThis.document?.visibilityState === 'hidden'
