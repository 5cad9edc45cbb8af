const INVISIBLE = /^[\p{White_Space}\p{Cf}]$/u

/**
 * A code's text without the white space and the invisible format characters around it: people paste codes from chats. No
 * generated code begins or ends with such a character. Looks at each end once, so that a long text costs no more than its length.
 */
export function readKami(text: string): string {
  if (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1))) return text
  const characters = Array.from(text)
  let start = 0
  let end = characters.length
  while (start < end && INVISIBLE.test(characters[start] ?? '')) start++
  while (end > start && INVISIBLE.test(characters[end - 1] ?? '')) end--
  return characters.slice(start, end).join('')
}

/** Printable ASCII, which nearly all codes begin and end with. */
function isPlain(unit: number): boolean {
  return unit > 0x20 && unit < 0x7f
}
