import { createTransport } from 'nodemailer'
import type { Mail, Mailer, MailOutcome, MailServer } from '../contract/ports.ts'
import { readMailFailure } from './smtp/mail-failure.ts'

interface Parts {
  /** Milliseconds for connecting, for the greeting, between two packets, and for the whole mail. */
  readonly limits?: typeof LIMITS
  /** A certificate authority to trust instead of the system's. Tests create their own. */
  readonly ca?: string
}

const LIMITS = { connectMs: 10_000, greetMs: 10_000, silentMs: 20_000, totalMs: 55_000 }

/**
 * Sends plain-text mails to one recipient by SMTP. Each mail has a new connection: on a kept connection that
 * the server closes meanwhile, it would be unclear whether the mail arrived.
 */
export class SmtpMailer implements Mailer {
  readonly #limits: typeof LIMITS
  readonly #ca: string | undefined

  constructor({ limits = LIMITS, ca }: Parts = {}) {
    this.#limits = limits
    this.#ca = ca
  }

  async send(server: MailServer, mail: Mail): Promise<MailOutcome> {
    const { connectMs, greetMs, silentMs, totalMs } = this.#limits
    const { host, port, security, user, password, fromAddress, fromName } = server
    try {
      const transport = createTransport({
        host,
        port,
        secure: security === 'tls',
        requireTLS: security === 'starttls',
        ignoreTLS: security === 'plain',
        ...(user !== '' && { auth: { user, pass: password } }),
        ...(this.#ca !== undefined && { tls: { ca: this.#ca } }),
        connectionTimeout: connectMs,
        greetingTimeout: greetMs,
        socketTimeout: silentMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await transport.sendMail({
        // As objects, because a comma in a text would make two recipients.
        from: { name: fromName, address: fromAddress },
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        messageId: messageId(mail.key, fromAddress),
        headers: { 'Auto-Submitted': 'auto-generated' },
        xMailer: false,
        signal: AbortSignal.timeout(totalMs),
      })
      return 'sent'
    } catch (error) {
      return readMailFailure(error, server)
    }
  }
}

function messageId(key: string, fromAddress: string): string {
  const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1)
  return `<${key.replaceAll(/[^\w-]/g, '.')}@${domain}>`
}
