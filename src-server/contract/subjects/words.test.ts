import { expect, it } from 'vitest'
import { differentWords, WORD, wordsOf } from './words.ts'

it('a text becomes different words, and the first spelling stays', () => {
  expect(wordsOf(' VIP, gold；测试、vip,, Gold ')).toEqual(['VIP', 'gold', '测试'])
  expect(wordsOf('')).toEqual([])
  expect(differentWords(['É', 'é', 'b'])).toEqual(['É', 'b'])
})

it.each([
  ['two words', true],
  ['a,b', false],
  ['a；b', false],
  ['a\nb', false],
  ['', false],
])('%j is a word: %s', (text, is) => {
  expect(WORD.test(text)).toBe(is)
})
