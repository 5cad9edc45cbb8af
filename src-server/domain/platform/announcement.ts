import type { Role } from '../../contract/permissions.ts'

/** An announcement of the owner to operators who sign in. Times are Unix seconds. */
export interface Announcement {
  readonly id: number
  readonly title: string
  readonly text: string
  readonly audience: 'everybody' | 'developers' | 'agents'
  readonly startsAt: number
  /** null never ends. */
  readonly endsAt: number | null
  readonly createdBy: string
  readonly createdAt: number
}

export function announcementState(
  { startsAt, endsAt }: Pick<Announcement, 'startsAt' | 'endsAt'>,
  now: number,
): 'planned' | 'shown' | 'over' {
  if (endsAt !== null && endsAt <= now) return 'over'
  return startsAt <= now ? 'shown' : 'planned'
}

/** The audiences that an operator of this role belongs to. */
export function audiencesOf(role: Role): readonly Announcement['audience'][] {
  switch (role) {
    case 'owner':
      return ['everybody']
    case 'developer':
      return ['everybody', 'developers']
    case 'agent':
      return ['everybody', 'agents']
  }
}
