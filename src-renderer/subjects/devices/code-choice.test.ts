import { expect, it } from 'vitest'
import { codeChoice } from './code-choice.ts'

it('answers the first choice of the contract where nothing is asked', () => {
  expect(codeChoice(undefined)).toBe('spent')
  expect(codeChoice('free')).toBe('free')
})
