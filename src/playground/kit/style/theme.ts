// Colours, fonts and controls of all elements; pages change them with custom properties.

import { css } from 'lit'

/**
 * Pages set `--rillbox-…`; the elements' own styles use the resolved `--_…`. Both schemes follow `color-scheme`, which a page or the
 * attribute `theme` sets.
 */
export const theme = css`
  :host {
    --_accent: var(--rillbox-accent, light-dark(#0f766e, #2dd4bf));
    --_on-accent: var(--rillbox-on-accent, light-dark(#ffffff, #042f2e));
    --_background: var(--rillbox-background, light-dark(#ffffff, #11181b));
    --_surface: var(--rillbox-surface, light-dark(#f4f7f7, #182125));
    --_raised: var(--rillbox-raised, light-dark(#e7eeee, #223038));
    --_text: var(--rillbox-text, light-dark(#12211f, #e6efee));
    --_muted: var(--rillbox-muted, light-dark(#4b5f5c, #9fb4b1));
    --_border: var(--rillbox-border, light-dark(#cfdbd9, #2f4148));
    --_danger: var(--rillbox-danger, light-dark(#b42318, #ff9b8f));
    --_added: var(--rillbox-added, light-dark(#d9f2e3, #12402b));
    --_removed: var(--rillbox-removed, light-dark(#fde3e0, #4c1d1a));
    --_warning: var(--rillbox-warning, light-dark(#8a5a00, #f3c76a));
    --_font: var(--rillbox-font, system-ui, sans-serif);
    --_code-font: var(--rillbox-code-font, ui-monospace, 'Cascadia Code', 'SF Mono', Menlo, Consolas, monospace);
    --_radius: var(--rillbox-radius, 6px);
    display: block;
    min-inline-size: 0;
    box-sizing: border-box;
    accent-color: var(--_accent);
    color: var(--_text);
    font: 400 0.875rem/1.45 var(--_font);
    font-variant-numeric: tabular-nums;
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  button {
    padding: 0.3rem 0.7rem;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_background);
    cursor: pointer;
  }
  button:hover:not(:disabled) {
    background: var(--_raised);
  }
  button:is(:disabled, [aria-disabled='true']) {
    opacity: 0.55;
    cursor: default;
  }
  button.primary {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
  }
  button.primary:hover:not(:disabled) {
    background: color-mix(in oklab, var(--_accent), var(--_text) 15%);
  }
  button.small {
    min-height: 24px;
    padding: 0 0.5rem;
    font-size: 0.75rem;
  }
  button.low {
    min-height: 28px;
    padding-block: 0;
  }
  button.quiet {
    border-color: transparent;
    background: none;
  }
  input,
  select,
  textarea {
    padding: 0.3rem 0.5rem;
    border: 1px solid color-mix(in oklab, var(--_border), var(--_text) 25%);
    border-radius: var(--_radius);
    background: var(--_background);
  }
  /* In every engine as high as a field. */
  select {
    min-height: 2rem;
    padding-block: 0;
  }
  ::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  summary {
    min-height: 24px;
    color: var(--_muted);
    cursor: pointer;
  }
  :where(a) {
    color: var(--_accent);
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 1px;
  }
  code,
  pre,
  .code {
    font-family: var(--_code-font);
    font-size: 0.8125rem;
  }
  /* Code and input fields read from left to right on every page. */
  code,
  pre,
  .code,
  input,
  textarea {
    direction: ltr;
    unicode-bidi: isolate;
    text-align: left;
  }
  /* Sentences and names take the direction of their first letter, and leave their neighbours alone. */
  :where(button, caption, dd, dt, h1, h2, h3, h4, label, legend, li, option, output, p, span, summary, td, th) {
    unicode-bidi: plaintext;
  }
  :where(code, pre, .code) :where(span) {
    unicode-bidi: normal;
  }
  /* Panels give their paragraphs and lists the room that they need. */
  :where(p, dl, dd, ul, ol) {
    margin: 0;
  }
  :where(ul, ol) {
    padding: 0;
    list-style: none;
  }
  pre {
    margin: 0;
    overflow: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  table {
    border-collapse: collapse;
    width: 100%;
  }
  th {
    text-align: start;
    font-weight: 600;
    color: var(--_muted);
  }
  th,
  td {
    padding: 0.25rem 0.5rem;
    border-bottom: 1px solid var(--_border);
    vertical-align: top;
  }
  /* What users wrote widens nothing. */
  :where(p, li, dd, dt, code, .code) {
    overflow-wrap: anywhere;
  }
  /* Parts in a line, which go on below where it has no room. */
  :where(.flow) {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  .box {
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
  }
  /* Words of less weight than the text around them, or of more. */
  .fine {
    font-size: 0.8125rem;
  }
  :is(.tiny, .heading) {
    font-size: 0.75rem;
  }
  :is(.strong, .heading) {
    font-weight: 600;
  }
  /* Of a line its two ends. */
  .apart {
    justify-content: space-between;
  }
  :is(.muted, .heading) {
    color: var(--_muted);
  }
  .danger {
    color: var(--_danger);
  }
  .removed {
    background: var(--_removed);
  }
  .added {
    background: var(--_added);
  }
  .cut {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  /* Without the theme's backgrounds and transparent borders, what is chosen keeps a mark of its own. */
  @media (forced-colors: active) {
    :is([aria-current='true'], [aria-pressed='true'], [role='option'][aria-selected='true']) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    :is([role='tab'], [role='option'])[aria-selected='false'] {
      border-color: Canvas;
    }
    [role='tab'][aria-selected='true'] {
      border-color: Highlight;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      transition: none !important;
      animation: none !important;
      scroll-behavior: auto !important;
    }
  }
`
