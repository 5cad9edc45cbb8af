/** The maximum length of a shortened text, characters. */
const CUT_TO = 4000

/**
 * Neutralizes mentions: the service interprets `<at user_id="all">` in a text, and anybody can write a
 * program's text.
 */
export function defuseMentions(text: string): string {
  return text.replaceAll(/<(?=\s*\/?\s*at\b)/gi, '＜')
}

/** Shortens a text that the service finds too long, without splitting a character. */
export function cutText(text: string): string {
  const characters = Array.from(text)
  return `${characters.slice(0, Math.min(CUT_TO, Math.floor(characters.length / 2))).join('')}…`
}
