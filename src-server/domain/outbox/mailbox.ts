/** A masked address that its owner recognizes and that reveals little to others: `a***@example.com`. */
export function maskMailbox(address: string): string {
  const at = address.lastIndexOf('@')
  if (at <= 0) return address === '' ? '' : '***'
  const [first = ''] = Array.from(address.slice(0, at))
  return `${first}***${address.slice(at)}`
}
