import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { CodeType, CodeUnit } from '../../../src-server/contract/records/code.ts'
import { ALPHABETS, USUAL_SHAPE, type AlphabetName } from './code-example.ts'

export interface GenerateForm {
  app: string
  type: CodeType
  unit: CodeUnit
  /** Units of a time or VIP code, uses, points. */
  amount: number
  /** A VIP code that never ends. */
  endless: boolean
  count: number
  prefix: string
  length: number
  alphabet: AlphabetName | 'own'
  ownAlphabet: string
  note: string
}

export function newGenerateForm(app: string): GenerateForm {
  return {
    app,
    type: 'time',
    unit: 'day',
    amount: 30,
    endless: true,
    count: 10,
    prefix: '',
    length: USUAL_SHAPE.length,
    alphabet: 'usual',
    ownAlphabet: '',
    note: '',
  }
}

export function needsUnit(form: GenerateForm): boolean {
  return form.type === 'time' || (form.type === 'vip' && !form.endless)
}
export function needsAmount(form: GenerateForm): boolean {
  return needsUnit(form) || form.type === 'count' || form.type === 'points'
}
export function alphabetOf(form: GenerateForm): string {
  return form.alphabet === 'own' ? form.ownAlphabet : ALPHABETS[form.alphabet]
}

/** Only what the chosen type has: a permanent code has no amount. */
export function generateInput(form: GenerateForm): ActionInput<'code_generate'> {
  return {
    app: Number(form.app),
    type: form.type,
    ...(needsUnit(form) ? { unit: form.unit } : {}),
    ...(needsAmount(form) ? { amount: form.amount } : {}),
    count: form.count,
    prefix: form.prefix,
    length: form.length,
    alphabet: alphabetOf(form),
    note: form.note,
  }
}
