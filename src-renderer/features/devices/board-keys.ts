const CARD = '[data-device]'

/**
 * Moves the focus from card to card: up and down in a column, left and right to the same place in the next one that has
 * any. Without a focus it begins with the first card. @returns whether the key is one of these
 */
export function moveOnBoard(board: HTMLElement, key: string): boolean {
  const across = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
  const along = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
  if (across === 0 && along === 0) return false
  const columns = [...board.querySelectorAll('[data-column]')]
    .map((column) => [...column.querySelectorAll<HTMLElement>(CARD)])
    .filter((cards) => cards.length > 0)
  const here = document.activeElement?.closest('li')?.querySelector<HTMLElement>(CARD)
  const column = columns.findIndex((cards) => here !== null && here !== undefined && cards.includes(here))
  if (column < 0) {
    columns[0]?.[0]?.focus()
    return true
  }
  const row = here === null || here === undefined ? 0 : (columns[column]?.indexOf(here) ?? 0)
  const target = columns[Math.min(Math.max(0, column + across), columns.length - 1)] ?? []
  target[Math.min(Math.max(0, row + along), target.length - 1)]?.focus()
  return true
}
