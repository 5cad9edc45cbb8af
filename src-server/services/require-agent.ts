import { CONSOLE } from '../contract/error-codes.ts'
import type { Unit } from '../store/store.ts'
import { Refused } from './refused.ts'

/** Codes and accounts are attributed to agents only; null and undefined attribute to nobody. @throws Refused 422 */
export async function requireAgent(unit: Unit, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return
  if ((await unit.operators.find(id))?.role !== 'agent') {
    throw new Refused(CONSOLE.invalid, 'There is no such agent', { agent: 'unknown' })
  }
}
