/** A word of a file as the server has it; one that isn't known stays as it is, and the server says so. */
export function readWord(text: string, words: Readonly<Record<string, string>>): string {
  return words[text] ?? text.toLowerCase()
}
