import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { CustomValues } from '../../../src-server/contract/subjects/custom-values.ts'
import { wordsOf } from '../../../src-server/contract/subjects/words.ts'
import { ALPHABETS, USUAL_SHAPE, type AlphabetName } from './code-example.ts'
import { worthInput, type WorthForm } from '../../subjects/codes/worth-form.ts'

export interface GenerateForm extends WorthForm {
  app: string
  count: number
  prefix: string
  length: number
  alphabet: AlphabetName | 'own'
  ownAlphabet: string
  note: string
  /** Empty for nobody. */
  agent: string
  /** Separated by commas. */
  tags: string
  fields: CustomValues
  seats: number
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
    agent: '',
    tags: '',
    fields: {},
    seats: 1,
  }
}

export function alphabetOf(form: GenerateForm): string {
  return form.alphabet === 'own' ? form.ownAlphabet : ALPHABETS[form.alphabet]
}

export function generateInput(form: GenerateForm): ActionInput<'code_generate'> {
  return {
    app: Number(form.app),
    ...worthInput(form),
    count: form.count,
    prefix: form.prefix,
    length: form.length,
    alphabet: alphabetOf(form),
    note: form.note,
    tags: wordsOf(form.tags),
    fields: form.fields,
    seats: form.seats,
    ...(form.agent === '' ? {} : { agent: Number(form.agent) }),
  }
}
