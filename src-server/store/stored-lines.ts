/** Texts without line breaks, stored one a line, so that a search finds each as it is written. */
export function writeLines(texts: readonly string[]): string {
  return texts.join('\n')
}

export function readLines(stored: string): string[] {
  return stored === '' ? [] : stored.split('\n')
}
