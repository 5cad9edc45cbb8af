import type { AgentRightsRecord } from '../../../src-server/contract/records/sale.ts'
import { AGENT_RIGHTS, type AgentRight } from '../../../src-server/contract/sales-names.ts'

type Marks = Readonly<Record<AgentRight, boolean>>

/** One application of the rights' matrix. */
export interface RightsRow {
  readonly app: number
  readonly name: string
  readonly has: Marks
  /** What can be changed: what is there can always be taken away. */
  readonly grantable: Marks
}

const marks = (of: (right: AgentRight) => boolean): Marks =>
  Object.fromEntries(AGENT_RIGHTS.map((right) => [right, of(right)])) as Record<AgentRight, boolean>

/**
 * Lines by application's name: those with a right, and those of `apps`.
 * @param ceiling what the giver has itself; undefined where it may give everything
 */
export function matrixRows(
  rights: readonly AgentRightsRecord[],
  apps: ReadonlyMap<number, string>,
  ceiling: readonly AgentRightsRecord[] | undefined,
): RightsRow[] {
  const given = new Map(rights.map((row) => [row.app, row]))
  const names = new Map([...apps, ...rights.map((row): [number, string] => [row.app, row.app_name])])
  const most = ceiling && new Map(ceiling.map((row) => [row.app, row]))
  return [...names]
    .map(([app, name]) => ({
      app,
      name,
      has: marks((right) => given.get(app)?.[right] ?? false),
      grantable: marks(
        (right) => most === undefined || given.get(app)?.[right] === true || most.get(app)?.[right] === true,
      ),
    }))
    .sort((a, b) => a.name.localeCompare(b.name) || a.app - b.app)
}
