import { describe, expect, it } from 'vitest'
import { readPastedRequest } from './pasted-request.ts'

const body = (text: string) => new TextDecoder().decode(readPastedRequest(text)?.body)

describe('readPastedRequest', () => {
  it.each([
    ['http://h:1/api.php?a=1&b=2', 'GET', 'a=1&b=2'],
    ['  a=1&b=%20  ', 'GET', 'a=1&b=%20'],
    ['POST /api.php?a=1 HTTP/1.1\nHost: h\n\nb=2', 'POST', 'a=1'],
    ['PUT /api.php?a=1', 'PUT', 'a=1'],
    ['GET /api.php?a=XM 2&b=值 HTTP/1.1', 'GET', 'a=XM%202&b=%E5%80%BC'],
    ['http://h/api.php?a=1#part', 'GET', 'a=1'],
  ])('%j is a %s of %s', (text, method, query) => {
    expect(readPastedRequest(text)).toMatchObject({ method, query })
  })

  it('takes what follows the blank line as the body, a GET by URL with one as a POST', () => {
    expect(body('POST /?a=1 HTTP/1.1\r\nHost: h\r\n\r\nb=2\r\n\r\nc')).toBe('b=2\n\nc')
    expect(readPastedRequest('http://h/?a=1\n\nb=2')).toMatchObject({ method: 'POST' })
  })

  it.each(['', 'hello', 'GET / HTTP/1.1', '{"a":1}'])('%j is no request', (text) => {
    expect(readPastedRequest(text)).toBeUndefined()
  })
})
