import { DEVICE } from '../../../src-server/contract/subjects/device.ts'
import type { FieldRecord } from '../../../src-server/contract/records/custom-field.ts'
import type { ImportColumn } from '../../kit/transfer/import-column.ts'
import { importColumns } from '../../kit/transfer/subject-import.ts'
import { fieldImports } from '../../subjects/custom-fields/field-import.ts'

const SERVERS = ['server name', 'trading server', 'mt5 server', 'broker server', '服务器', '交易服务器']

/**
 * The columns of a file with trading accounts. Many files have the account's number and its server in two columns.
 * @param labelOf the label of a field
 */
export function deviceColumns(
  labelOf: (name: string) => string,
  fields: readonly FieldRecord[],
): ImportColumn[] {
  const server = { key: '#server', label: labelOf('server'), names: SERVERS }
  const account = {
    read: (text: string, { '#server': name }: Readonly<Record<string, unknown>>) =>
      text.includes('@') || typeof name !== 'string' ? text : `${text}@${name}`,
    once: (key: string) => key.replace(/\s*@\s*/, '@'),
  }
  return [server, ...importColumns(DEVICE, labelOf, { account_key: account }), ...fieldImports(fields)]
}
