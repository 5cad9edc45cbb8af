import type { RiskGroup, RiskItem } from '../../../src-server/contract/actions/risks.ts'

/** A row of the review: a group of risks, or one risk. */
export interface ReviewRow {
  readonly key: string
  /** undefined for a single risk. */
  readonly group: RiskGroup | undefined
  /** The risk, or the worst one of the group. */
  readonly item: RiskItem
  /** One of an opened group. */
  readonly isInner: boolean
}

const SECTIONS = ['high', 'medium', 'low', 'snoozed', 'acknowledged'] as const
type Section = (typeof SECTIONS)[number]

/** A group of one is the row of its risk. */
export function rowOf(group: RiskGroup): ReviewRow {
  const { count, key, worst } = group
  return count === 1 ? { ...innerRow(worst), isInner: false } : { key, group, item: worst, isInner: false }
}

export function innerRow(item: RiskItem): ReviewRow {
  return { key: item.key, group: undefined, item, isInner: true }
}

/** A risk of a setting lasts: its time is always the present, so its beginning counts. */
export function isLasting({ kind }: Pick<RiskItem, 'kind'>): boolean {
  return kind === 'weak_setting' || kind === 'keys_exposed'
}

export function countOf({ group }: ReviewRow): number {
  return group?.count ?? 1
}

/** The groups by their state, the open ones by their level. Sections without a group are left out. */
export function sectionsOf<G extends Pick<RiskGroup, 'state' | 'level'>>(
  groups: readonly G[],
): { readonly section: Section; readonly groups: readonly G[] }[] {
  const sectionOf = ({ state, level }: G): Section => (state === 'open' ? level : state)
  return SECTIONS.map((section) => ({
    section,
    groups: groups.filter((group) => sectionOf(group) === section),
  })).filter((of) => of.groups.length > 0)
}
