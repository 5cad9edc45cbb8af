/** A column with secrets, or a JSON column with secret members. */
export interface SealedColumn {
  readonly column: string
  /** The member of the row as drizzle reads it. */
  readonly member: string
  /** The secret members of a JSON column. */
  readonly inside?: readonly string[]
}

interface SealedTable {
  /** The column that identifies a row. */
  readonly id: string
  readonly columns: readonly SealedColumn[]
}

/**
 * Every secret that the server stores in a form it can read again. docs/operators.md lists them. A test looks for each
 * of them in the bytes of the files.
 */
export const SEALED_TABLES = {
  applications: {
    id: 'id',
    columns: [
      { column: 'appkey', member: 'appkey' },
      { column: 'rc4_key', member: 'rc4Key' },
      { column: 'previous_appkey', member: 'previousAppkey' },
      { column: 'previous_rc4_key', member: 'previousRc4Key' },
      { column: 'answer_private_key', member: 'answerPrivateKey' },
      { column: 'previous_answer_private_key', member: 'previousAnswerPrivateKey' },
      { column: 'rsa_private_key', member: 'rsaPrivateKey' },
      { column: 'pay', member: 'pay', inside: ['appkey'] },
      { column: 'mt5', member: 'mt5', inside: ['messengerAppSecret', 'bindSecret'] },
    ],
  },
  channels: {
    id: 'id',
    columns: [{ column: 'config', member: 'config', inside: ['token', 'url', 'secret', 'key'] }],
  },
  files: { id: 'id', columns: [{ column: 'password', member: 'password' }] },
  https_keys: { id: 'id', columns: [{ column: 'secret', member: 'secret' }] },
  operators: { id: 'id', columns: [{ column: 'totp_secret', member: 'totpSecret' }] },
  /** The mail server's password, the secrets of certificates and those of dynamic DNS. */
  settings: {
    id: 'key',
    columns: [
      {
        column: 'value',
        member: 'value',
        inside: ['password', 'pass_phrase', 'dns_secret', 'eab_key', 'secret', 'update_url'],
      },
    ],
  },
  webhooks: {
    id: 'id',
    columns: [
      { column: 'secret', member: 'secret' },
      { column: 'previous_secret', member: 'previousSecret' },
    ],
  },
} satisfies Readonly<Record<string, SealedTable>>

export type SealedTableName = keyof typeof SEALED_TABLES

export function columnsOf(table: SealedTableName): readonly SealedColumn[] {
  return SEALED_TABLES[table].columns
}

/** The place that a sealed text is bound to. */
export function placeOf(table: SealedTableName, column: string, id: string | number, member = ''): string {
  return `${table}.${column}${member === '' ? '' : `.${member}`}:${id}`
}
