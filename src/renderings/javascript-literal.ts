// Writes a value as JavaScript, as people do: in single quotes, names without quotes, a comma behind every member.

/** @param value of JSON. */
export const javaScriptLiteral = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    // Texts have no line breaks of their own.
    .replaceAll(/([^,[{])\n/g, '$1,\n')
    .replaceAll(/("(?:[^"\\]|\\.)*")(:?)/g, (_, text: string, colon: string) => (colon ? `${memberName(text)}:` : quoted(text)))

/** `__proto__` would be no member but the prototype. */
function memberName(json: string): string {
  if (json === '"__proto__"') return "['__proto__']"
  return /^"[a-z$_][\w$]*"$/i.test(json) ? json.slice(1, -1) : quoted(json)
}

/** JSON's texts are JavaScript's, but for the quotes that people write; some editors take U+2028 and U+2029 for line breaks. */
function quoted(json: string): string {
  const double = json.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`)
  return json.includes("'") ? double : `'${double.slice(1, -1).replaceAll(String.raw`\"`, '"')}'`
}
