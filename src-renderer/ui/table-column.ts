export interface TableColumn {
  /** Names the column and its slot `cell-<key>`. */
  readonly key: string
  readonly label: string
  /** Numbers are aligned at the end. */
  readonly align?: 'end'
  /** The server's sort name, where there is one. */
  readonly sort?: string
  /** A Tailwind width or max-width class; longer texts are cut off. */
  readonly width?: string
  /** The first columns to go in a narrow window: 1 below 1536 px, 2 below 1280 px. */
  readonly drop?: 1 | 2
  /** Hidden until a person chooses it. */
  readonly unusual?: boolean
}

/** A column whose cells are plain texts. */
export interface TextColumn<R> extends TableColumn {
  /** The text of a plain cell. A cell without it is the slot. */
  readonly text?: (row: R) => string
  /** The tooltip of a plain cell. */
  readonly title?: (row: R) => string
  /** Classes of a plain cell; quiet text without them. */
  readonly look?: string
  /** More classes of a plain cell, by its row: the colour of a loss. */
  readonly tone?: (row: R) => string
}

export interface TableSort {
  readonly by: string
  readonly desc: boolean
}

export function columnClass(column: TableColumn): string {
  const drop = column.drop === 1 ? 'max-2xl:hidden' : column.drop === 2 ? 'max-xl:hidden' : ''
  return [column.align === 'end' ? 'text-end' : 'text-start', column.width ?? 'max-w-72', drop].join(' ')
}
