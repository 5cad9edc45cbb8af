import { writeCsv } from '../../host/csv.ts'
import type { TableSort } from '../../ui/table-column.ts'
import { GROUP_FIGURES, type NamedGroup } from './group-columns.ts'

/** Groups without the figure come last. */
export function sortGroups(rows: readonly NamedGroup[], { by, desc }: TableSort): NamedGroup[] {
  const sign = desc ? -1 : 1
  const figure = GROUP_FIGURES.find((one) => one === by)
  if (figure === undefined) return rows.toSorted((a, b) => sign * a.name.localeCompare(b.name))
  return rows.toSorted((a, b) => {
    const [one, other] = [a[figure], b[figure]]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (one - other) || a.name.localeCompare(b.name)
  })
}

/** Raw figures, as a script reads them. */
export function groupsFile(rows: readonly NamedGroup[], currency: string): Uint8Array {
  return writeCsv(
    ['group', 'currency', ...GROUP_FIGURES],
    rows.map((row) => [row.name, currency, ...GROUP_FIGURES.map((figure) => row[figure])]),
  )
}
