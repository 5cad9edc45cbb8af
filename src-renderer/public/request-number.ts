/** `abcdefghjklm` → "ABCD-EFGH-JKLM", as people read it out. */
export function showNumber(number: string): string {
  const plain = number.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return plain.match(/.{1,4}/g)?.join('-') ?? ''
}
