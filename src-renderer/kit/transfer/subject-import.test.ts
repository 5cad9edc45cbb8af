import { expect, it } from 'vitest'
import { CODE } from '../../../src-server/contract/subjects/code.ts'
import { DEVICE } from '../../../src-server/contract/subjects/device.ts'
import { mapColumns } from './import-column.ts'
import { prepareRows } from './reading/prepare-rows.ts'
import { importColumns } from './subject-import.ts'

const never = new AbortController().signal

it('reads every field that the subject imports, by its own name and by its headers', async () => {
  const columns = importColumns(DEVICE, (name) => `Label of ${name}`)
  const header = ['交易账户', 'Label of vip', 'label', '代理', 'DISABLED', '内部备注']
  const sense = {
    mapping: mapColumns(header, columns),
    fills: {},
    order: undefined,
    zone: 'UTC',
    is1904: false,
  }
  const row = { line: 2, cells: ['1@A', '2000000000', 'Ann', '7', '是', 'a note'] }
  expect(await prepareRows([row], columns, sense, never)).toEqual([
    {
      line: 2,
      values: {
        account_key: '1@A',
        vip: 2_000_000_000,
        label: 'Ann',
        agent: 7,
        disabled: true,
        note: 'a note',
      },
    },
  ])
  expect(columns.filter(({ required }) => required).map(({ key }) => key)).toEqual(['account_key'])
})

it('takes a reader of its own for a field', () => {
  const columns = importColumns(CODE, String, { type: { read: (text) => text.toUpperCase() } })
  expect(columns.find(({ key }) => key === 'type')?.read?.('time', {})).toBe('TIME')
})
