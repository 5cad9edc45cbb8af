import { writeCsv } from '../../host/csv.ts'
import { byFigure } from '../../kit/list/by-figure.ts'
import type { TableSort } from '../../ui/table-column.ts'
import { GROUP_FIGURES, type NamedGroup } from './group-columns.ts'

/** Groups without the figure come last. */
export function sortGroups(rows: readonly NamedGroup[], { by, desc }: TableSort): NamedGroup[] {
  const figure = GROUP_FIGURES.find((one) => one === by)
  if (figure === undefined) return rows.toSorted((a, b) => a.name.localeCompare(b.name) * (desc ? -1 : 1))
  return rows.toSorted((a, b) => byFigure(a[figure], b[figure], desc) || a.name.localeCompare(b.name))
}

/** Raw figures, as a script reads them. */
export function groupsFile(rows: readonly NamedGroup[], currency: string): Uint8Array {
  return writeCsv(
    ['group', 'currency', ...GROUP_FIGURES],
    rows.map((row) => [row.name, currency, ...GROUP_FIGURES.map((figure) => row[figure])]),
  )
}
