/** The parts of a window's title. */
interface TitleParts {
  readonly section: string
  readonly site: string
  /** High risks that nobody acknowledged. */
  readonly high: number
  /** The words for a lost connection. Undefined while it is there. */
  readonly lost: string | undefined
}

/** The parts that change come first: a narrow tab shows a few letters. */
export function pageTitle({ section, site, high, lost }: TitleParts): string {
  const count = high > 0 ? `(${high}) ` : ''
  return [...(lost === undefined ? [] : [`⚠ ${lost}`]), `${count}${section}`, site].join(' · ')
}
