import type { MovedTable } from './row-text.ts'

/** The tables of figures that both engines keep row by row. */
export const FIGURE_TABLES: readonly MovedTable[] = [
  {
    name: 'code_events',
    columns: [
      ...wholes('id', 'code_id'),
      ...texts('kind'),
      ...wholes('since', 'at', 'times'),
      ...texts('markcode', 'ip', 'by', 'detail'),
    ],
    key: ['id'],
  },
  {
    name: 'fleet_samples',
    columns: [...wholes('step', 'at', 'samples'), { name: 'groups', kind: 'bytes' }],
    key: ['step', 'at'],
  },
  {
    name: 'programs',
    columns: [...wholes('device_id'), ...texts('currency', 'version', 'magic', 'account_name')],
    key: ['device_id'],
  },
]

function wholes(...names: readonly string[]) {
  return names.map((name) => ({ name, kind: 'whole' as const }))
}

function texts(...names: readonly string[]) {
  return names.map((name) => ({ name, kind: 'text' as const }))
}
