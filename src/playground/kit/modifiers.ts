// Tells keys that belong to the browser or the system: Alt with an arrow leads a page back, for example.

export const hasModifier = ({ altKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey'>): boolean =>
  altKey || ctrlKey || metaKey
