import { expect, it } from 'vitest'
import type { MailServer } from '../../contract/ports.ts'
import { readMailFailure } from './mail-failure.ts'

const server: MailServer = {
  host: 'smtp.example.com',
  port: 465,
  security: 'tls',
  user: 'ann@example.com',
  password: 'secret',
  fromAddress: 'desk@example.com',
  fromName: 'Desk',
}
const kindOf = (error: object, change: Partial<MailServer> = {}) =>
  readMailFailure(Object.assign(new Error('x'), error), { ...server, ...change }).failed

it.each([
  ['QQ', 501, '501 Mail from address must be same as authorization user.'],
  ['163', 553, '553 Mail from must equal authorized user'],
  ['Aliyun', 440, "440 mail from account doesn't conform with authentication"],
  ['Exchange', 550, '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
  ['Postfix', 553, '553 5.7.1 <desk@example.com>: Sender address rejected: not owned by user ann'],
])('%s refuses a sender who is not the mailbox that signed in', (_who, responseCode, response) => {
  expect(kindOf({ code: 'EENVELOPE', command: 'MAIL FROM', responseCode, response })).toBe('sender')
})

it('a certificate that is not trusted is another failure than a handshake at the wrong port', () => {
  for (const originalCode of ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED'])
    expect(kindOf({ code: 'ESOCKET', originalCode })).toBe('certificate')
  expect(kindOf({ code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID' })).toBe('certificate')
  expect(kindOf({ code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' })).toBe('tls')
})

it('silence at port 465 without TLS from the start means that the encryption is wrong', () => {
  const silence = { code: 'ETIMEDOUT', command: 'CONN' }
  expect(kindOf(silence, { security: 'starttls' })).toBe('tls')
  expect(kindOf(silence)).toBe('unreachable')
  expect(kindOf(silence, { security: 'starttls', port: 587 })).toBe('unreachable')
})

it('a server that is busy is tried again, and a sign-in that is refused needs another password', () => {
  expect(kindOf({ code: 'EPROTOCOL', responseCode: 421, response: '421 Too many connections' })).toBe('later')
  const basic = '535 5.7.139 Authentication unsuccessful, basic authentication is disabled'
  expect(kindOf({ code: 'EAUTH', command: 'AUTH LOGIN', responseCode: 535, response: basic })).toBe(
    'credentials',
  )
})
