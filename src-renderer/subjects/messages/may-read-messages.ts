import type { useSession } from '../../kit/session/session.ts'

/** People who manage applications see the messages that leave the machine. Agents never do. */
export function mayReadMessages({ may, role }: Pick<ReturnType<typeof useSession>, 'may' | 'role'>): boolean {
  return may('applications') && role !== 'agent'
}
