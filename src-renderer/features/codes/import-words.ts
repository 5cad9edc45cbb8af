import type { CodeType, CodeUnit } from '../../../src-server/contract/code-names.ts'
import { CODE } from '../../../src-server/contract/subjects/code.ts'
import { readWhole, type ImportColumn } from '../../kit/transfer/import-column.ts'
import { importColumns } from '../../kit/transfer/subject-import.ts'

const TYPES: Readonly<Record<string, CodeType>> = {
  时长卡: 'time',
  永久卡: 'permanent',
  贵宾卡: 'vip',
  'VIP 卡': 'vip',
  VIP卡: 'vip',
  次数卡: 'count',
  点数卡: 'points',
  积分卡: 'points',
}
const UNITS: Readonly<Record<string, CodeUnit>> = {
  秒: 'second',
  小时: 'hour',
  天: 'day',
  周: 'week',
  月: 'month',
  季: 'season',
  半年: 'half-year',
  年: 'year',
}

/** A word of a file as the server has it. An unknown one stays as it is, and the server names it. */
function readWord(text: string, words: Readonly<Record<string, string>>): string {
  return words[text] ?? text.toLowerCase()
}

const readType = (text: string): string => readWord(text, TYPES)
const readUnit = (text: string): string => readWord(text, UNITS)

/** The columns of a file with codes of another server, or of one's own. @param labelOf the label of a field */
export function codeColumns(labelOf: (name: string) => string): ImportColumn[] {
  const worth: ImportColumn[] = [
    { key: 'unit', label: labelOf('unit'), names: ['单位'], read: readUnit },
    { key: 'amount', label: labelOf('amount'), names: ['数值', '时长'], read: readWhole },
  ]
  return importColumns(CODE, labelOf, { type: readType }).flatMap((column) =>
    column.key === 'type' ? [column, ...worth] : [column],
  )
}
