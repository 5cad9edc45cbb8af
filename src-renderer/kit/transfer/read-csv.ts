/** An apostrophe an export put before a text that a spreadsheet would have run as a formula. */
const GUARDED = /^'(?=[=+\-@\t\r])/
const SEPARATORS = [',', ';', '\t'] as const

/**
 * A file of rows as spreadsheets save them: RFC 4180, separated by whichever of comma, semicolon and tab the first line has
 * most of. Empty lines are left out.
 */
export function readCsv(text: string): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(cell.replace(GUARDED, ''))
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.some((text) => text.trim() !== '')) rows.push(row)
    row = []
  }
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === separator) endCell()
    else if (letter === '\n') endRow()
    else if (letter !== '\r') cell += letter
  }
  endRow()
  return rows
}

function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const counts = SEPARATORS.map((separator) => ({ separator, count: first.split(separator).length }))
  return counts.reduce((most, other) => (other.count > most.count ? other : most)).separator
}
