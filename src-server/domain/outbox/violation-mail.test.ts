import { describe, expect, it } from 'vitest'
import { violationMail } from './violation-mail.ts'

const application = { id: 10001, name: 'Gold Grid' }
const report = (msg: string) => violationMail('en', application, { msg, ip: '192.0.2.1' })

describe('a violation report', () => {
  it('names the application and the address of the report', () => {
    expect(report('debugger found')).toEqual({
      subject: 'Violation report: Gold Grid',
      text: 'debugger found\n\nApplication: Gold Grid (10001)\nFrom address: 192.0.2.1\n',
    })
  })

  it('an application name with line breaks begins no other header', () => {
    const name = 'A\r\nBcc: x@example.com\u2028B'
    const { subject } = violationMail('zh-CN', { ...application, name }, { msg: 'x', ip: '' })
    expect(subject).toBe('违规提醒: A Bcc: x@example.com B')
  })

  it('a text is cut at 1000 characters without splitting one, lines stay, and other control characters go', () => {
    expect(report('𝄞'.repeat(1001)).text.split('\n')[0]).toBe('𝄞'.repeat(1000))
    expect(report('a\r\nb\u0007c\td').text.startsWith('a \nb c\td\n')).toBe(true)
  })
})
