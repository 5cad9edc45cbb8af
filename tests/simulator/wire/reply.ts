/**
 * Answers are read as MQL programs read them: by a text search, with the first match and without unescaping.
 */

/** The characters after `"name":` up to the next `,` or `}`, without quotes; '' without the name. */
export function readField(text: string, name: string): string {
  const mark = `"${name}":`
  const at = text.indexOf(mark)
  if (at < 0) return ''
  const from = at + mark.length
  if (text[from] === '"') return text.slice(from + 1, text.indexOf('"', from + 1))
  const length = text.slice(from).search(/[,}]/)
  return length < 0 ? '' : text.slice(from, from + length)
}

export function readFlag(text: string, name: string): boolean {
  return readField(text, name) === '1'
}
