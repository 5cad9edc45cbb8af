export type MailLanguage = 'zh-CN' | 'en'

/** The content of a mail. */
export interface MailText {
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

/** Puts a foreign text on one line, so that it begins no header and no line that looks like ours. */
export function inOneLine(text: string, longest = 128): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const letters = Array.from(line)
  return letters.length > longest ? `${letters.slice(0, longest).join('')}…` : line
}

/** `2026-11-28 21:30` on the server's clock. @param utcOffset minutes that clock is ahead of UTC */
export function writeMoment(at: number, utcOffset: number): string {
  return new Date((at + utcOffset * 60) * 1000).toISOString().slice(0, 16).replace('T', ' ')
}

/** Writes facts on lines of their own, and leaves out facts without a value. */
export function writeFacts(facts: readonly (readonly [label: string, value: string])[]): string {
  return facts
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}\n`)
    .join('')
}
