/** A text that was too long is cut to so many characters. */
const CUT_TO = 4000

/** The service reads `<at user_id="all">` in a text, and a trading program's text is anybody's. */
export function defuseMentions(text: string): string {
  return text.replaceAll(/<(?=\s*\/?\s*at\b)/gi, '＜')
}

/** A shorter text in place of one the service finds too long, none of its characters in half. */
export function cutText(text: string): string {
  const characters = Array.from(text)
  return `${characters.slice(0, Math.min(CUT_TO, Math.floor(characters.length / 2))).join('')}…`
}
