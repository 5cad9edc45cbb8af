/** Words of a list, such as tags. Their case doesn't distinguish them. */
export const WORD = /^[^,;，；、\p{Cc}]+$/u

export function foldWord(word: string): string {
  return word.trim().toLowerCase()
}

/** The words without those that occurred before, as they were first written. */
export function differentWords(words: readonly string[]): string[] {
  const known = new Set<string>()
  return words.filter((word) => {
    const folded = foldWord(word)
    if (known.has(folded)) return false
    known.add(folded)
    return true
  })
}

/** The words of a text: commas separate them. */
export function wordsOf(text: string): string[] {
  return differentWords(
    text
      .split(/[,;，；、\n]/u)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  )
}
