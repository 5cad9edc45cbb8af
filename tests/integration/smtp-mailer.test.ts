import { afterEach, describe, expect, it } from 'vitest'
import type { Mail, MailServer } from '../../src-server/contract/ports.ts'
import { SmtpMailer } from '../../src-server/outbound/smtp-mailer.ts'
import { makeCertificate } from '../support/certificate.ts'
import { MailStub } from '../support/mail-stub.ts'

let stub: MailStub
afterEach(() => stub.stop())

const mail: Mail = {
  to: 'ann@example.com',
  subject: 'Licences end soon',
  text: '净值 100\nA very long line \\o/ = 1\n.\nend\n',
  key: 'expiry:4:2026-01-01',
}
const mailer = new SmtpMailer()

function serverOf(change: Partial<MailServer> = {}): MailServer {
  const { host, port, security, user, password, from_address, from_name } = stub.settings
  return {
    ...{ host, port, security, user, password, fromAddress: from_address, fromName: from_name },
    ...change,
  }
}

const send = (change: Partial<MailServer> = {}, other: Partial<Mail> = {}) =>
  mailer.send(serverOf(change), { ...mail, ...other })

describe('a mail', () => {
  it('is a plain text to one person, with an id from its key, marked as automatic', async () => {
    stub = await MailStub.start()
    expect(await send()).toBe('sent')
    const [arrived, ...others] = stub.mails
    expect(others).toEqual([])
    expect(arrived).toMatchObject({
      envelopeFrom: 'pulsekey@example.com',
      envelopeTo: ['ann@example.com'],
      subject: mail.subject,
      text: mail.text,
      encrypted: false,
    })
    const header = (name: string) => arrived?.headers.get(name)
    expect(header('to')).toEqual(['ann@example.com'])
    expect(header('from')).toEqual(['Pulsekey <pulsekey@example.com>'])
    expect(header('auto-submitted')).toEqual(['auto-generated'])
    expect(header('content-type')).toEqual(['text/plain; charset=utf-8'])
    expect(header('message-id')).toEqual(['<expiry.4.2026-01-01@example.com>'])
    expect(header('x-mailer')).toBeUndefined()
  })

  it.each([
    ['line breaks in the subject', { subject: 'a\r\nBcc: eve@example.com\r\n\r\nb' }, mail.to],
    ['a list for a mailbox', { to: 'a@example.com, eve@example.com' }, undefined],
    ['line breaks in the mailbox', { to: 'a@example.com>\r\nRCPT TO:<eve@example.com' }, undefined],
  ])('goes to nobody else: %s', async (_what, change, to) => {
    stub = await MailStub.start()
    const outcome = await send({}, change)
    expect(stub.to('eve@example.com')).toEqual([])
    expect(stub.mails.flatMap(({ envelopeTo }) => envelopeTo)).toEqual(to === undefined ? [] : [to])
    for (const { headers } of stub.mails) expect(headers.has('bcc')).toBe(false)
    if (to === undefined) expect(outcome).toMatchObject({ failed: 'recipient' })
  })

  it('carries a name and a subject in Chinese', async () => {
    stub = await MailStub.start()
    await send({ fromName: '脉钥, "Co"' }, { subject: '授权即将到期：'.repeat(12) })
    expect(stub.mails[0]?.subject).toBe('授权即将到期：'.repeat(12))
    expect(stub.mails[0]?.headers.get('from')?.[0]).toContain('脉钥')
    expect(stub.mails[0]?.envelopeFrom).toBe('pulsekey@example.com')
  })
})

describe('refusals of the mail server', () => {
  it.each([
    ['nobody@example.com', 'recipient', '550 5.1.1 there is nobody like that'],
    ['busy@example.com', 'later', '451 4.2.1 come back later'],
    ['not a mailbox', 'recipient', undefined],
  ])('concern a mailbox: %s', async (to, failed, detail) => {
    stub = await MailStub.start()
    const outcome = await send({}, { to })
    expect(outcome).toMatchObject({ failed, ...(detail !== undefined && { detail }) })
  })

  it('concern the content', async () => {
    stub = await MailStub.start()
    stub.moods.push('later', 'refused', 'drop')
    expect(await send()).toEqual({ failed: 'later', detail: '452 4.3.1 the disk is full' })
    expect(await send()).toEqual({ failed: 'refused', detail: '554 5.7.1 that looks like spam' })
    expect(await send()).toMatchObject({ failed: 'unreachable' })
  })

  it('of a sign-in leave out the credentials, whatever the server repeats', async () => {
    const auth = { user: 'ann', password: 'p4ss w0rd' }
    stub = await MailStub.start({ auth })
    expect(await send()).toBe('sent')
    expect(stub.mails[0]?.user).toBe('ann')
    const wrong = await send({ password: 'other secret' })
    expect(wrong).toMatchObject({ failed: 'credentials' })
    expect(JSON.stringify(wrong)).toContain('535 5.7.8')
    for (const secret of ['other secret', Buffer.from('other secret').toString('base64')])
      expect(JSON.stringify(wrong)).not.toContain(secret)
    expect(await send({ user: '', password: '' })).toMatchObject({ failed: 'refused' })
  })

  it('include an absent server, a silent one, and one with another protocol', async () => {
    stub = await MailStub.start()
    const gone = await MailStub.start()
    const { port } = gone
    await gone.stop()
    expect(await send({ port })).toMatchObject({ failed: 'unreachable' })
    const limits = { connectMs: 200, greetMs: 200, silentMs: 200, totalMs: 2000 }
    stub.moods.push('hang')
    expect(await new SmtpMailer({ limits }).send(serverOf(), mail)).toMatchObject({ failed: 'unreachable' })
    const hurried = new SmtpMailer({ limits: { ...limits, silentMs: 60_000, totalMs: 300 } })
    stub.moods.push('hang')
    expect(await hurried.send(serverOf(), mail)).toMatchObject({ failed: 'unreachable' })
    expect(await send({ security: 'tls' })).toMatchObject({ failed: 'tls' })
  })
})

describe('mail encryption', () => {
  it.each(['starttls', 'tls'] as const)('%s: takes a trusted certificate and no other', async (security) => {
    const certificate = makeCertificate()
    stub = await MailStub.start({ security, certificate })
    expect(await send()).toMatchObject({ failed: 'certificate' })
    expect(await new SmtpMailer({ ca: certificate.cert }).send(serverOf(), mail)).toBe('sent')
    expect(stub.mails).toMatchObject([{ encrypted: true }])
  })

  it('is never skipped where it is required', async () => {
    stub = await MailStub.start({ auth: { user: 'ann', password: 'secret' } })
    expect(await send({ security: 'starttls' })).toMatchObject({ failed: 'certificate' })
    expect(stub.mails).toEqual([])
  })
})
