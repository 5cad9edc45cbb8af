import fc from 'fast-check'
import { expect, it } from 'vitest'

import { screenOfArguments, screenOfLink } from './deep-link.ts'

it.each([
  ['pulsekey://account/5', '#/live/5'],
  ['pulsekey://code/12', '#/codes/12'],
  ['pulsekey://request/7', '#/requests/7'],
  ['pulsekey://application/1000', '#/applications/1000'],
  // As Windows passes it.
  ['pulsekey://account/5/', '#/live/5'],
])('%s is %s', (link, screen) => {
  expect(screenOfLink(link)).toBe(screen)
})

it.each([
  '',
  'pulsekey:',
  'pulsekey://account',
  'pulsekey://account/',
  'pulsekey://account/0',
  'pulsekey://account/-5',
  'pulsekey://account/5x',
  'pulsekey://account/5?do=close_all',
  'pulsekey://account/5#/setup',
  'pulsekey://account/5/../../setup',
  'pulsekey://account/1234567890123456',
  'pulsekey://account/%35',
  'pulsekey://account//5',
  'pulsekey://account/5 --port=1',
  'pulsekey://account/5\n',
  'pulsekey://ACCOUNT/5',
  'pulsekey://me@account/5',
  'pulsekey://account:80/5',
  'pulsekey://setup/1',
  'pulsekey://constructor/1',
  'pulsekey://__proto__/1',
  'https://account/5',
  'file:///etc/passwd',
])('%j opens nothing', (link) => {
  expect(screenOfLink(link)).toBeUndefined()
})

it('only ever means one of four screens and a number', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (tail) => {
      const screen = screenOfLink(`pulsekey://${tail}`)
      if (screen !== undefined) expect(screen).toMatch(/^#\/(live|codes|requests|applications)\/[1-9][0-9]*$/)
    }),
  )
})

it("is found among a program's start arguments", () => {
  expect(screenOfArguments(['pulsekey', '--hidden', 'pulsekey://code/3'])).toBe('#/codes/3')
  expect(screenOfArguments(['pulsekey', '/app', '--port=1'])).toBeUndefined()
})
