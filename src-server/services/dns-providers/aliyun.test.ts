import { expect, it } from 'vitest'
import { canonicalQuery, signQuery } from './aliyun.ts'

it('signs the example of the provider as the provider does', () => {
  const query = canonicalQuery({
    Timestamp: '2016-02-23T12:46:24Z',
    Format: 'XML',
    AccessKeyId: 'testid',
    Action: 'DescribeRegions',
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
    Version: '2014-05-26',
    SignatureVersion: '1.0',
  })
  expect(signQuery('testsecret', query)).toBe('OLeaidS1JvxuMvnyHOwuJ+uX5qY=')
})

it('encodes spaces and stars as RFC 3986 does', () => {
  expect(canonicalQuery({ b: "a b*'", a: '~' })).toBe('a=~&b=a%20b%2A%27')
})
