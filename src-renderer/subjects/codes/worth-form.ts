import type { CodeType, CodeUnit } from '../../../src-server/contract/records/code.ts'

/** What a code is worth, as a form holds it. */
export interface WorthForm {
  type: CodeType
  unit: CodeUnit
  /** Units of a time or VIP code, uses, points. */
  amount: number
  /** A VIP code that never ends. */
  endless: boolean
}

export function needsUnit(form: WorthForm): boolean {
  return form.type === 'time' || (form.type === 'vip' && !form.endless)
}
export function needsAmount(form: WorthForm): boolean {
  return needsUnit(form) || form.type === 'count' || form.type === 'points'
}

/** Only the members that the chosen type has: a permanent code has no amount. */
export function worthInput(form: WorthForm): { type: CodeType; unit?: CodeUnit; amount?: number } {
  return {
    type: form.type,
    ...(needsUnit(form) ? { unit: form.unit } : {}),
    ...(needsAmount(form) ? { amount: form.amount } : {}),
  }
}
