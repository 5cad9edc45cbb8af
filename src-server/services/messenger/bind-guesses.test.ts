import { expect, it } from 'vitest'
import type { Application } from '../../domain/application/application.ts'
import { BindGuesses } from './bind-guesses.ts'

const withSecret = (bindSecret: string) => ({ id: 10001, mt5: { bindSecret } }) as Application
const application = withSecret('right')
const from = (i: number) => `10.0.0.${i}`
const flood = async (guesses: BindGuesses, of: Application) => {
  for (let i = 0; i < 100; i++) expect(await guesses.judge(of, 'wrong', from(i), 0)).toBe('secretWrong')
}

it('a hundred wrong secrets from many addresses block one application, and only that one', async () => {
  const guesses = new BindGuesses()
  await flood(guesses, application)
  expect(await guesses.judge(application, 'right', from(200), 599)).toBe('tooMany')
  expect(await guesses.judge({ ...application, id: 10002 }, 'right', from(200), 599)).toBe('right')
  expect(await guesses.judge(application, 'right', from(200), 600)).toBe('right')
})

it('a hundred wrong secrets of strangers never block the bridge that showed the right one before', async () => {
  const guesses = new BindGuesses()
  expect(await guesses.judge(application, 'right', from(200), 0)).toBe('right')
  await flood(guesses, application)
  expect(await guesses.judge(application, 'right', from(200), 1)).toBe('right')
  expect(await guesses.fork().judge(application, 'right', from(200), 1)).toBe('right')
  // The bridge's own network has the limit of a network.
  for (let i = 0; i < 10; i++)
    expect(await guesses.judge(application, 'wrong', from(200), 2)).toBe('secretWrong')
  expect(await guesses.judge(application, 'right', from(200), 3)).toBe('tooMany')
})

it('a secret that nobody guesses is right at any time, also where strangers share the address', async () => {
  const guesses = new BindGuesses()
  const long = withSecret('0123456789abcdef')
  await flood(guesses, long)
  for (let i = 0; i < 20; i++) await guesses.judge(long, 'wrong', from(200), 1)
  expect(await guesses.judge(long, '0123456789abcdef', from(200), 2)).toBe('right')
  expect(await guesses.judge(long, 'wrong', from(200), 2)).toBe('tooMany')
})

it('an IPv6 /64 is one caller', async () => {
  const guesses = new BindGuesses()
  for (let i = 0; i < 10; i++) await guesses.judge(application, 'wrong', `2001:db8:1:2::${i}`, 0)
  expect(await guesses.judge(application, 'wrong', '2001:db8:1:2:ffff::1', 0)).toBe('tooMany')
  expect(await guesses.judge(application, 'wrong', '2001:db8:1:3::1', 0)).toBe('secretWrong')
  for (let i = 0; i < 30; i++) guesses.missedCode(10001, `2001:db8:1:2::${i}`, 0)
  expect(guesses.mayAsk(10001, '2001:db8:1:2::ffff', 0)).toBe(false)
})
