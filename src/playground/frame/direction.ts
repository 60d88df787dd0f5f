// Tells in which direction the text around an element runs.

export const isRtl = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'
