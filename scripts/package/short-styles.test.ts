import { expect, test } from 'vitest'
import { withShortStyles } from './short-styles.ts'

test('styles lose comments and indentation, and other templates keep theirs', () => {
  const styles = 'css`\n  ${theme}\n  /* Why. */\n  .a,\n  b > c {\n    content: "x";\n  }\n`'
  expect(withShortStyles(styles)).toBe('css` ${theme} .a, b > c { content: "x"; } `')
  const other = 'html`\n  <pre>/* a */\n  b</pre>`'
  expect(withShortStyles(other)).toBe(other)
})
