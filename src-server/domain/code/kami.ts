const INVISIBLE = /^[\p{White_Space}\p{Cf}]$/u

/**
 * Trims white space and invisible format characters around a code's text, because people paste codes from
 * chats. No generated code begins or ends with such a character. Checks each end once, so a long text costs
 * no more than its length.
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

/** Printable ASCII. Nearly all codes begin and end with it. */
function isPlain(unit: number): boolean {
  return unit > 0x20 && unit < 0x7f
}
