import { expect, test } from 'vitest'
import { fillKit, type KitValues } from './fill-kit.ts'
import { KIT_LANGUAGES } from './languages.ts'

const VALUES: KitValues = {
  app: 10_001,
  appkey: '"{{app}}"',
  rc4Key: 'k',
  version: '1.0',
  address: 'http://a.example',
  mode: 0,
  graceHours: 24,
  answerKey: 'aa',
  answerKeyNext: '',
}
const fill = (text: string) => fillKit({ 'a.js': text }, KIT_LANGUAGES.javascript, VALUES)['a.js']

test('a marked literal is replaced with its quotes, whichever they are', () => {
  expect(fill(`a = "{{address}}", b = '{{address}}', c = “{{address}}”`)).toBe(
    'a = "http://a.example", b = "http://a.example", c = "http://a.example"',
  )
})

test('numbers are bare', () => {
  expect(fill(`["{{app}}", '{{mode}}', "{{grace_hours}}"]`)).toBe('[10001, 0, 24]')
})

test('a value that looks like a mark is a text', () => {
  expect(fill('"{{appkey}}"')).toBe('"\\u0022\\u007B\\u007Bapp\\u007D\\u007D\\u0022"')
})

test('braces of the language are no marks', () => {
  const source = 'int a[1][1] = {{0}}; f"{{ x }}" {{1, 2}, {3, 4}} {{ "a", "b" }}'
  expect(fill(source)).toBe(source)
})

test.each(['"{{unknown}}"', '"http://{{address}}"', '{{app}}', `"{{app}}'`])('%s is refused', (source) => {
  expect(() => fill(source)).toThrow(/^a\.js has the mark/)
})
