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
const CERTIFICATE = /CERT|SSL|TLS|SIGNATURE|UNABLE_TO/

/** Why the mail server didn't accept a mail, with the server's own text. */
export function readMailFailure(error: unknown, server: MailServer): MailOutcome & object {
  const failure = failureOf(error)
  const words = failure.response === '' ? failure.message : failure.response
  return { failed: kindOf(failure), detail: tellable(words, server) }
}

function kindOf({ code, originalCode, command, responseCode }: Failure): MailFailure {
  if (responseCode >= 400 && responseCode < 500) return 'later'
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'credentials'
  if (code === 'ETLS' || CERTIFICATE.test(originalCode)) return 'tls'
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
