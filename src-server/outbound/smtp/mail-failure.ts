import type { MailFailure } from '../../contract/outgoing-names.ts'
import type { MailOutcome, MailServer } from '../../contract/ports.ts'

/** nodemailer's report on a failed attempt. */
interface Failure {
  readonly message: string
  /** nodemailer's own code. */
  readonly code: string
  /** Node's code, when the error comes from Node. */
  readonly originalCode: string
  readonly command: string
  /** The mail server's text, and the number it begins with. */
  readonly response: string
  readonly responseCode: number
}

const LONGEST_DETAIL = 300
/** Node's codes of a certificate that it doesn't accept, and of a handshake that isn't one. */
const CERTIFICATE = /CERT|SELF_SIGNED|SIGNATURE|UNABLE_TO/
const HANDSHAKE = /SSL|TLS|EPROTO/
/** The words of QQ, 163, Aliyun, Exchange and Postfix for a sender that isn't the mailbox that signed in. */
const SENDER =
  /mail from .*(?:same|equal|must|conform)|authori[sz](?:ation|ed) user|send as this sender|not owned by user/i
/** Here the server speaks TLS first, and waits in silence for a client that doesn't. */
const TLS_PORT = 465

/** Why the mail server didn't accept a mail, with the server's own text. */
export function readMailFailure(error: unknown, server: MailServer): MailOutcome & object {
  const failure = failureOf(error)
  const words = failure.response === '' ? failure.message : failure.response
  return { failed: kindOf(failure, server), detail: tellable(words, server) }
}

function kindOf(
  { code, originalCode, command, response, responseCode }: Failure,
  { port, security }: MailServer,
): MailFailure {
  if (SENDER.test(response)) return 'sender'
  if (responseCode >= 400 && responseCode < 500) return 'later'
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'credentials'
  if (CERTIFICATE.test(originalCode)) return 'certificate'
  if (code === 'ETLS' || HANDSHAKE.test(originalCode)) return 'tls'
  if (code === 'ETIMEDOUT' && port === TLS_PORT && security !== 'tls') return 'tls'
  // nodemailer's own refusal of an address has no number.
  if (code === 'EENVELOPE' && (command === 'RCPT TO' || command === 'API')) return 'recipient'
  return responseCode >= 500 && responseCode < 600 ? 'refused' : 'unreachable'
}

/** One line without anything of the sign-in. A server may repeat the sign-in, also in its encoded form. */
function tellable(words: string, { user, password }: MailServer): string {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const secrets = [password, base64(password), base64(`\0${user}\0${password}`)]
  const told = secrets.reduce(
    (text, secret) => (secret === '' ? text : text.replaceAll(secret, '***')),
    words,
  )
  return told
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_DETAIL)
}

function failureOf(error: unknown): Failure {
  const said = (error ?? {}) as Partial<Record<keyof Failure, unknown>>
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    message: text(said.message),
    code: text(said.code),
    originalCode: text(said.originalCode),
    command: text(said.command),
    response: text(said.response),
    responseCode: typeof said.responseCode === 'number' ? said.responseCode : 0,
  }
}
