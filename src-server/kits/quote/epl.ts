/** A text of 易语言 as the bytes it is made of: its literals know no escape. ASCII is all it is used for. */
export function quoteEpl(text: string): string {
  return `到文本 ({ ${[...Buffer.from(text.replaceAll(/[^\x20-\x7e]/gu, '?'))].join(', ')} })`
}
