/** A column of an import. */
export interface ImportColumn {
  /** The member that it becomes. */
  readonly key: string
  readonly label: string
  /** Other names of the column in a file. */
  readonly names?: readonly string[]
  readonly required?: boolean
  /** The cells are dates. */
  readonly date?: {
    /** A day without a time counts until its end. */
    readonly lasts: boolean
    /** The member's value for "none". undefined leaves the member out. */
    readonly none?: number | null
    /** The value for "never ends", where it isn't the end of a permanent licence. */
    readonly forever?: null
  }
  /**
   * A cell's text as the server's value. An invalid text stays text, and the server refuses it.
   * @param row the members of the row from the columns before
   */
  readonly read?: (text: string, row: Readonly<Record<string, unknown>>) => unknown
  /** The cells are codes, which spreadsheets shorten. */
  readonly isCode?: boolean
  /** The file may have a value only once. @returns equal texts for equal values */
  readonly once?: (value: string) => string
  /** The value as the check shows it, where its own text isn't good to read. */
  readonly show?: (value: unknown) => string
  /** Nobody reads it. */
  readonly isSecret?: boolean
  /** The values to choose from where all lines have the same one. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
}

/** A cell that the file's reader refuses, with a reason as the server gives it. */
export class WrongCell {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** A cell that says more than one member. A member whose name begins with # is for other cells of the row alone. */
export class SeveralMembers {
  readonly members: Readonly<Record<string, unknown>>

  constructor(members: Readonly<Record<string, unknown>>) {
    this.members = members
  }
}

/** A member without a column in the file, and one whose value the person gives for all lines. */
export const NO_COLUMN = -1
export const SAME_FOR_ALL = -2

/** The column of each member in the file, or one of the two above. */
export type Mapping = Readonly<Record<string, number>>

/** Differences of spelling that don't matter in a column's name. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-:：*]+/g, '')
}

/** Columns are found by the members' own names, then by their labels, then by other names. A column becomes one member. */
export function mapColumns(header: readonly string[], columns: readonly ImportColumn[]): Mapping {
  const names = header.map(plainName)
  const mapping: Record<string, number> = Object.fromEntries(columns.map(({ key }) => [key, NO_COLUMN]))
  const taken = new Set<number>()
  const rounds: readonly ((column: ImportColumn) => readonly string[])[] = [
    ({ key }) => [key],
    ({ label }) => [label],
    ({ names: others = [] }) => others,
  ]
  for (const namesOf of rounds)
    for (const column of columns) {
      if (mapping[column.key] !== NO_COLUMN) continue
      const wanted = new Set(namesOf(column).map(plainName))
      const at = names.findIndex((name, place) => !taken.has(place) && name !== '' && wanted.has(name))
      mapping[column.key] = at
      if (at >= 0) taken.add(at)
    }
  return mapping
}

/** Whether the first row of a file names columns. */
export function isHeader(cells: readonly string[], columns: readonly ImportColumn[]): boolean {
  return Object.values(mapColumns(cells, columns)).some((at) => at >= 0)
}

/** A file without names: its first column is the first required member. */
export function mapPlain(columns: readonly ImportColumn[]): Mapping {
  const first = columns.find(({ required }) => required === true)
  return Object.fromEntries(columns.map((column) => [column.key, column === first ? 0 : NO_COLUMN]))
}

export function readWhole(text: string): unknown {
  const plain = text.normalize('NFKC')
  return /^-?\d{1,15}(?:\.0+)?$/.test(plain) ? Number(plain) : text
}

const YES = new Set(['true', '1', 'yes', 'y', '是', '√', '✓'])
const NO = new Set(['false', '0', 'no', 'n', '否', '×'])

export function readYesNo(text: string): unknown {
  const given = text.toLowerCase()
  return YES.has(given) ? true : NO.has(given) ? false : text
}

const SHUT = new Set(
  'disabled banned blocked frozen locked inactive revoked 禁用 已禁用 停用 已停用 封禁 已封禁 冻结 已冻结 锁定'.split(
    ' ',
  ),
)
const OPEN = new Set(
  (
    'enabled active unused in_use used normal ok valid expired used_up sold ' +
    '正常 启用 已启用 未使用 未用 已使用 使用中 已激活 未激活 已过期 过期 已用完 已售'
  ).split(' '),
)

/** Yes or no to "disabled", or a state that says it. */
export function readDisabled(text: string): unknown {
  const given = text.toLowerCase()
  return SHUT.has(given) ? true : OPEN.has(given) ? false : readYesNo(text)
}
