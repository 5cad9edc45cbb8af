import { expect, it } from 'vitest'
import { CODE_CHOICES as CONTRACT_CHOICES } from '../../../src-server/contract/device-names.ts'
import { CODE_CHOICES, codeChoice } from './code-choice.ts'

it('offers the choices of the contract, the default first', () => {
  expect(CODE_CHOICES).toEqual(CONTRACT_CHOICES)
  expect(codeChoice(undefined)).toBe('spent')
  expect(codeChoice('free')).toBe('free')
})
