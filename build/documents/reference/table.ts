/** Longer cells go on in the next row, so that no line of a document is over 140 characters. */
const WIDEST_MIDDLE = 34
const WIDEST_LAST = { 2: 110, 3: 76 } as const

/** A table of Markdown, which the formatter aligns afterwards. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const lines = [head, head.map(() => '---'), ...rows.flatMap(wrap)]
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n`
}

/** The rows of one row: each cell but the first breaks at blanks. */
function wrap(cells: readonly string[]): string[][] {
  const last = WIDEST_LAST[cells.length === 2 ? 2 : 3]
  const [first = '', ...others] = cells
  const columns = [
    [first],
    ...others.map((cell, at) => broken(cell, at === others.length - 1 ? last : WIDEST_MIDDLE)),
  ]
  const height = Math.max(...columns.map(({ length }) => length))
  return Array.from({ length: height }, (_, at) => columns.map((column) => column[at] ?? ''))
}

function broken(cell: string, widest: number): string[] {
  const pieces: string[] = []
  for (const word of cell.split(' ')) {
    const last = pieces.at(-1)
    if (last === undefined || widthOf(last) + widthOf(word) >= widest) pieces.push(word)
    else pieces[pieces.length - 1] = `${last} ${word}`
  }
  return pieces
}

/** A Chinese character is as wide as two others. */
function widthOf(text: string): number {
  return Array.from(text).reduce((width, one) => width + (/[\u2e80-\uffff]/.test(one) ? 2 : 1), 0)
}
