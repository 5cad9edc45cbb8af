import { describe, expect, it } from 'vitest'
import { violationMail } from './violation-mail.ts'

const application = { id: 10001, ownerId: 4, name: 'Gold Grid', language: 'en' } as const
const report = (msg: string) => violationMail(application, { msg, ip: '192.0.2.1' }, 1000)

describe('a violation report', () => {
  it('goes to the owner, with the application and the address it came from', () => {
    expect(report('debugger found')).toEqual({
      kind: 'mail',
      purpose: 'violation',
      appId: 10001,
      deviceId: null,
      operatorId: 4,
      openId: '',
      subject: 'Violation report: Gold Grid',
      text: 'debugger found\n\nApplication: Gold Grid (10001)\nFrom address: 192.0.2.1\n',
      createdAt: 1000,
    })
  })

  it('an application name with line breaks begins no other header', () => {
    const name = 'A\r\nBcc: x@example.com\u2028B'
    const { subject } = violationMail({ ...application, name, language: 'zh' }, { msg: 'x', ip: '' }, 1)
    expect(subject).toBe('违规提醒: A Bcc: x@example.com B')
  })

  it('a text is cut at 1000 characters, none in half; lines stay, other control characters go', () => {
    expect(report('𝄞'.repeat(1001)).text.split('\n')[0]).toBe('𝄞'.repeat(1000))
    expect(report('a\r\nb\u0007c\td').text.startsWith('a \nb c\td\n')).toBe(true)
  })
})
