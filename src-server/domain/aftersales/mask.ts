/** Characters shown at each end at most. */
const MOST_AT_AN_END = 2
/** The mask has a fixed length, so that it doesn't reveal the hidden part's length. */
const HIDDEN = '****'

/**
 * A machine code, an account or a contact as strangers may see it: its two ends, and never more than a third
 * of it.
 */
export function mask(text: string): string {
  if (text === '') return ''
  const characters = Array.from(text)
  const shown = Math.min(Math.floor(characters.length / 3), 2 * MOST_AT_AN_END)
  const first = Math.ceil(shown / 2)
  const last = shown - first
  return characters.slice(0, first).join('') + HIDDEN + characters.slice(characters.length - last).join('')
}
