// The part of postject that is used; the package has no types.

declare module 'postject' {
  /** Puts bytes into a copy of Node, in place. */
  export function inject(file: string, name: string, content: Uint8Array, options: { readonly sentinelFuse: string }): Promise<void>
}
