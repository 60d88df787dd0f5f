// Hashes texts, to notice accidents and to choose places: no protection against forgers.

/** FNV-1a over the UTF-16 units. @param hash of the texts before. */
export function hashText(text: string, hash = 0x811c9dc5): number {
  let mixed = hash
  for (let index = 0; index < text.length; index++) mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x01000193)
  return mixed
}
