import { describe, expect, test } from 'vitest'
import { readTarget } from './request-target.ts'

describe('readTarget', () => {
  test.each([
    ['/api.php?api=ini', '/api.php?api=ini'],
    ['/', '/'],
    ['//api.php?a=//b', '/api.php?a=//b'],
    ['///yz//api.php', '/yz//api.php'],
    ['http://any.host/api.php?a=b', '/api.php?a=b'],
    ['HTTPS://any.host:8443//api.php', '/api.php'],
    ['http://any.host', '/'],
    ['http://any.host?a=b', '/?a=b'],
    ['/api.php?a=http://b/c', '/api.php?a=http://b/c'],
    ['/api.php?a=b#c', '/api.php?a=b'],
    ['*', '/*'],
    ['any.host:443', '/any.host:443'],
    ['', '/'],
  ])('%j is %j', (target, path) => {
    expect(readTarget(target)).toBe(path)
  })
})
