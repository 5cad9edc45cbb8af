/** A text of 易语言 as a list of its bytes, because its literals have no escapes. Only ASCII occurs. */
export function quoteEpl(text: string): string {
  return `到文本 ({ ${[...Buffer.from(text.replaceAll(/[^\x20-\x7e]/gu, '?'))].join(', ')} })`
}
