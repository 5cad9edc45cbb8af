import type { useSession } from '../../kit/session/session.ts'

/** What leaves the machine is shown to those who look after applications; agents don't, even with the right to see them. */
export function mayReadMessages({ may, role }: Pick<ReturnType<typeof useSession>, 'may' | 'role'>): boolean {
  return may('applications') && role !== 'agent'
}
