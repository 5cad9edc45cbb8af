import { expect, test } from 'vitest'
import { createAnswerReader } from './answer-reader.ts'

const answer = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"code":200}'

test('an answer is complete wherever it is cut, when all pieces arrive in one buffer', () => {
  const place = Buffer.alloc(answer.length)
  const arrive = (text: string) => place.fill(0).subarray(0, place.write(text))
  for (let cut = 1; cut < answer.length; cut += 1) {
    const reader = createAnswerReader('{"code":200')
    expect(reader.feed(arrive(answer.slice(0, cut)))).toBeUndefined()
    expect(reader.feed(arrive(answer.slice(cut)))).toBe('')
  }
})

test('one reader reads one answer after another', () => {
  const reader = createAnswerReader('{"code":200')
  expect(reader.feed(Buffer.from(answer))).toBe('')
  expect(reader.feed(Buffer.from(answer))).toBe('')
})

test('an error is named', () => {
  const feed = (text: string) => createAnswerReader('{"code":200').feed(Buffer.from(text))
  expect(feed(answer.replace('200 OK', '503 Busy'))).toBe('http 503')
  expect(feed(answer.replace(':200', ':105'))).toBe('answer {"code":105}')
  expect(feed(answer.replace('Content-Length', 'X'))).toBe('no Content-Length')
})
