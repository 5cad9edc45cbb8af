import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailSecurity } from '../../src-server/contract/outgoing-names.ts'
import { readMail, type ReadMail } from './read-mail.ts'
import { portOf } from './loopback.ts'

/** A mail as it arrived: the envelope and the content. */
export interface Arrived extends ReadMail {
  readonly envelopeFrom: string
  readonly envelopeTo: readonly string[]
  /** Whether it came encrypted. */
  readonly encrypted: boolean
  readonly user: string
}

/** How the stub answers the data of the next mail; `ok` by default. */
export type MailMood = 'ok' | 'later' | 'refused' | 'hang' | 'drop'

interface Options {
  readonly security?: MailSecurity
  /** The certificate that makes it trusted; by default the one of its package. */
  readonly certificate?: { readonly key: string; readonly cert: string }
  /** The credentials that may send. */
  readonly auth?: { readonly user: string; readonly password: string }
  /** The port to take again after a stop. */
  readonly port?: number
}

/**
 * A mail server on the loopback. It refuses mailboxes that start with `nobody`, defers those that start with
 * `busy`, and repeats passwords in its refusals, as the worst server might.
 */
export class MailStub {
  readonly mails: Arrived[] = []
  /** One for each mail to come. */
  readonly moods: MailMood[] = []
  connections = 0
  readonly #server: SMTPServer
  readonly #options: Options

  private constructor(options: Options) {
    this.#options = options
    this.#server = new SMTPServer(this.#describe(options))
    // Tests make clients disconnect in the middle.
    this.#server.on('error', () => undefined)
  }

  static async start(options: Options = {}): Promise<MailStub> {
    const stub = new MailStub(options)
    await new Promise<void>((resolve) => stub.#server.listen(options.port ?? 0, '127.0.0.1', resolve))
    return stub
  }

  get port(): number {
    return portOf(this.#server.server)
  }

  /** The mail settings that lead to this stub. */
  get settings() {
    const { security = 'plain', auth } = this.#options
    return {
      host: '127.0.0.1',
      port: this.port,
      security,
      user: auth?.user ?? '',
      password: auth?.password ?? '',
      from_address: 'pulsekey@example.com',
      from_name: 'Pulsekey',
    }
  }

  /** The mails to a mailbox. */
  to(mailbox: string): Arrived[] {
    return this.mails.filter(({ envelopeTo }) => envelopeTo.includes(mailbox))
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }

  #describe({ security = 'plain', certificate, auth }: Options): SMTPServerOptions {
    return {
      secure: security === 'tls',
      hideSTARTTLS: security === 'plain',
      ...certificate,
      authOptional: auth === undefined,
      allowInsecureAuth: true,
      closeTimeout: 10,
      onConnect: (_session, done) => {
        this.connections++
        done()
      },
      onAuth: ({ username = '', password }, _session, done) => {
        if (username === auth?.user && password === auth.password) done(null, { user: username })
        else done(reply(535, `5.7.8 no ${username} with ${password} (${base64(password ?? '')})`))
      },
      onRcptTo: ({ address }, _session, done) => {
        if (address.startsWith('nobody')) done(reply(550, '5.1.1 there is nobody like that'))
        else if (address.startsWith('busy')) done(reply(451, '4.2.1 come back later'))
        else done()
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const mood = this.moods.shift() ?? 'ok'
          if (mood === 'hang') return
          if (mood === 'later') {
            done(reply(452, '4.3.1 the disk is full'))
            return
          }
          if (mood === 'refused') {
            done(reply(554, '5.7.1 that looks like spam'))
            return
          }
          const { mailFrom, rcptTo } = session.envelope
          this.mails.push({
            ...readMail(Buffer.concat(chunks)),
            envelopeFrom: mailFrom === false ? '' : mailFrom.address,
            envelopeTo: rcptTo.map(({ address }) => address),
            encrypted: session.secure,
            user: session.user === undefined ? '' : String(session.user),
          })
          // The server has the mail, and its answer is lost.
          if (mood === 'drop') {
            this.#cut()
            return
          }
          done()
        })
      },
    }
  }

  #cut(): void {
    for (const connection of this.#server.connections) connection._socket.destroy()
  }
}

function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
