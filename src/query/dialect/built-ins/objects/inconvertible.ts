// Finds the regular expressions that the server cannot convert into those of .NET.

/**
 * Runs inside the sandbox, for expressions that scripts make, and outside, for those in their text.
 *
 * @returns the server's message; undefined if it can convert the expression (projection-language §17.5).
 */
export function inconvertible(pattern: string, flags: string): string | undefined {
  const found = inconvertibleAt(pattern, flags)
  if (found === undefined) return undefined
  const what = 'Unsupported regular expression. Cannot convert regular expression to an equivalent System.Text.RegularExpressions.Regex: '
  return what + '/' + pattern + '/' + flags + ': ' + found.reason
}

/** @returns the reason, and the place in the pattern. */
export function inconvertibleAt(pattern: string, flags: string): { readonly reason: string; readonly index: number } | undefined {
  if (flags.includes('v')) return { reason: 'Unicode sets mode (flag v) is not supported currently', index: 0 }
  const unicode = flags.includes('u')
  const general =
    /^(?:(?:General_Category|gc)=)?(?:[LMNPSZC]|L[ultmo&]|LC|M[nce]|N[dlo]|P[cdseifo]|S[mcko]|Z[slp]|C[cfson]|(?:Cased_)?Letter|(?:Upper|Lower|Title)case_Letter|(?:Modifier|Other)_Letter|(?:Combining_)?Mark|(?:Nonspacing|Spacing|Enclosing)_Mark|Number|(?:Decimal|Letter|Other)_Number|digit|[Pp]unct(?:uation)?|(?:Connector|Dash|Open|Close|Initial|Final|Other)_Punctuation|Symbol|(?:Math|Currency|Modifier|Other)_Symbol|Separator|(?:Space|Line|Paragraph)_Separator|Other|Control|cntrl|Format|Surrogate|Private_Use|Unassigned)$/
  let groups = 0
  let inClass = false
  let reference = 0
  let referenceAt = 0
  for (let i = 0; i < pattern.length; i += 1) {
    const character = pattern[i]!
    if (character === '\\') {
      i += 1
      const escaped = pattern[i] ?? ''
      if (unicode && (escaped === 'p' || escaped === 'P')) {
        const name = /^\{([^}]*)\}/.exec(pattern.slice(i + 1))?.[1]
        if (name !== undefined && !general.test(name)) return { reason: 'Inconvertible Unicode property escape', index: i - 1 }
      }
      const digits = inClass ? undefined : /^[1-9]\d*/.exec(pattern.slice(i))?.[0]
      // A reference to a group that is not open yet; the end of the pattern shows whether the group exists.
      if (digits !== undefined && Number(digits) > groups && reference === 0) {
        reference = Number(digits)
        referenceAt = i - 1
      }
    } else if (character === '[') inClass = true
    else if (character === ']') inClass = false
    else if (character === '(' && !inClass && (pattern[i + 1] !== '?' || /^\?<[^=!]/.test(pattern.slice(i + 1)))) groups += 1
  }
  if (reference === 0 || reference > groups) return undefined
  return { reason: 'Inconvertible forward reference', index: referenceAt }
}
