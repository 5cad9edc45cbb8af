/**
 * Makes a test for a symbol, a server's name or a tag. Case doesn't count. `*` is any text, so `XAUUSD*` covers the
 * suffixes of brokers.
 */
export function wordTest(word: string): (text: string) => boolean {
  const wanted = word.toLowerCase()
  const pieces = wanted.split('*')
  const [head = '', ...rest] = pieces
  const tail = rest.pop()
  if (tail === undefined) return (text) => text.toLowerCase() === wanted
  return (text) => {
    const low = text.toLowerCase()
    if (low.length < head.length + tail.length || !low.startsWith(head) || !low.endsWith(tail)) return false
    let from = head.length
    const end = low.length - tail.length
    for (const piece of rest) {
      const found = low.indexOf(piece, from)
      if (found < 0 || found + piece.length > end) return false
      from = found + piece.length
    }
    return true
  }
}
