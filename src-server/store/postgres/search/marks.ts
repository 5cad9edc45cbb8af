import type { MarkKind } from '../../search/groups.ts'

/** Names the application, agent, owner or person of a row. A mark is longer than a group, so it is never one. */
export function mark(kind: MarkKind, id: number): string {
  return `${kind}:${id}`
}
