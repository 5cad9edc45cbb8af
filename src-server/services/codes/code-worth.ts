import { CONSOLE } from '../../contract/error-codes.ts'
import { CODE_UNIT_SECONDS, type CodeType, type CodeUnit } from '../../contract/code-names.ts'
import { Refused } from '../refused.ts'

/** PERMANENT_VIP is the end of every duration. */
const LONGEST_SECONDS = 3_200_000_000

/** The worth of a code: a duration in seconds, or uses, or points. */
export interface Worth {
  readonly seconds: number
  readonly left: number | null
}

/** @throws Refused 422 naming the member that is missing or too large */
export function worthOf(order: {
  readonly type: CodeType
  readonly unit?: CodeUnit | undefined
  readonly amount?: number | undefined
}): Worth {
  const { type, unit, amount } = order
  const missing = (field: string) =>
    new Refused(CONSOLE.invalid, `A ${type} code needs ${field}`, { [field]: 'required' })
  switch (type) {
    case 'permanent':
      return { seconds: 0, left: null }
    case 'count':
    case 'points':
      if (amount === undefined) throw missing('amount')
      return { seconds: 0, left: amount }
    case 'vip':
      if (unit === undefined) return { seconds: 0, left: null }
      return { seconds: durationOf(unit, amount ?? 1), left: null }
    case 'time':
      if (unit === undefined) throw missing('unit')
      return { seconds: durationOf(unit, amount ?? 1), left: null }
  }
}

function durationOf(unit: CodeUnit, amount: number): number {
  const seconds = CODE_UNIT_SECONDS[unit] * amount
  if (seconds > LONGEST_SECONDS) throw new Refused(CONSOLE.invalid, 'Too long', { amount: 'too long' })
  return seconds
}
