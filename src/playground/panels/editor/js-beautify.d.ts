// The part of js-beautify that the playground uses: its formatter for JavaScript, without those for HTML and CSS.

declare module 'js-beautify/js/lib/beautify.js' {
  interface BeautifyOptions {
    readonly indent_size?: number
    readonly brace_style?: string
    readonly max_preserve_newlines?: number
    readonly end_with_newline?: boolean
  }
  const module: { readonly js_beautify: (text: string, options?: BeautifyOptions) => string }
  export default module
}
