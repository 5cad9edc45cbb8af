import type { GroupActRecord } from '../contract/records/group-act.ts'

type Group = GroupActRecord['group']

/** Acts of earlier versions have no limit by a tag. */
export function withTag<A extends { readonly group: Omit<Group, 'tag'> & { readonly tag?: string } }>(
  act: A,
) {
  return { ...act, group: { ...act.group, tag: act.group.tag ?? '' } }
}
