export interface TableColumn {
  /** Names the column and its slot `cell-<key>`. */
  readonly key: string
  readonly label: string
  /** Numbers stand at the end. */
  readonly align?: 'end'
  /** What the server sorts by, where it can. */
  readonly sort?: string
  /** A Tailwind width class. */
  readonly width?: string
  /** Goes first when the window narrows: 2 below 1024 px, 1 below 1280 px. */
  readonly drop?: 1 | 2
}

export interface TableSort {
  readonly by: string
  readonly desc: boolean
}

export function columnClass(column: TableColumn): string {
  const drop = column.drop === 1 ? 'max-xl:hidden' : column.drop === 2 ? 'max-lg:hidden' : ''
  return [column.align === 'end' ? 'text-end' : 'text-start', column.width ?? '', drop].join(' ')
}
