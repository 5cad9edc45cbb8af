/** Both paddings and the rounding, px. */
const BESIDES = 18

/** px: what the widest of the cells needs to show all of its text. */
export function widthOfTexts(cells: Iterable<Element>): number {
  let most = 0
  for (const cell of cells) {
    const range = document.createRange()
    range.selectNodeContents(cell)
    let width = range.getBoundingClientRect().width
    for (const part of cell.querySelectorAll('*')) width += Math.max(0, part.scrollWidth - part.clientWidth)
    most = Math.max(most, width)
  }
  return most + BESIDES
}
