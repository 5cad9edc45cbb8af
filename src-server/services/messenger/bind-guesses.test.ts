import { expect, it } from 'vitest'
import type { Application } from '../../domain/application/application.ts'
import { BindGuesses } from './bind-guesses.ts'

const application = { id: 10001, mt5: { bindSecret: 'right' } } as Application

it('a hundred wrong secrets from many addresses block one application, and only that one', () => {
  const guesses = new BindGuesses()
  const from = (i: number) => `10.0.0.${i}`
  for (let i = 0; i < 100; i++) expect(guesses.judge(application, 'wrong', from(i), 0)).toBe('secretWrong')
  expect(guesses.judge(application, 'right', from(200), 599)).toBe('tooMany')
  expect(guesses.judge({ ...application, id: 10002 }, 'right', from(200), 599)).toBe('right')
  expect(guesses.judge(application, 'right', from(200), 600)).toBe('right')
})
