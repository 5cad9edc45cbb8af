import { CODE_TYPES, CODE_UNITS, type CodeUnit } from '../../../src-server/contract/code-names.ts'
import type { FieldRecord } from '../../../src-server/contract/records/custom-field.ts'
import { CODE } from '../../../src-server/contract/subjects/code.ts'
import { readWhole, SeveralMembers, WrongCell, type ImportColumn } from '../../kit/transfer/import-column.ts'
import { isUnclear, readWorth } from '../../kit/transfer/reading/read-worth.ts'
import { importColumns } from '../../kit/transfer/subject-import.ts'
import { fieldImports } from '../../subjects/custom-fields/field-import.ts'

type Row = Readonly<Record<string, unknown>>

/** 月卡 is a type and a unit. An unknown word stays as it is, and the server names it. */
function readType(text: string): unknown {
  const worth = readWorth(text)
  if (worth === undefined) return text.toLowerCase()
  return new SeveralMembers({ ...worth, ...(worth.unit !== undefined && { '#named': worth.unit }) })
}

function readUnit(text: string): unknown {
  const unit = readWorth(text)?.unit ?? text.toLowerCase()
  return new SeveralMembers({ unit, '#named': undefined })
}

/** 30, 30天, 1 month or 永久: a number counts in the row's unit. */
function readAmount(text: string, row: Row): unknown {
  const amount = readWhole(text)
  const named = CODE_UNITS.find((unit) => unit === row['#named'])
  if (typeof amount === 'number')
    return named !== undefined && isUnclear(named, amount) ? new WrongCell('units or days') : amount
  const worth = readWorth(text)
  if (worth === undefined) return text
  const { type = 'time', ...rest } = worth
  return new SeveralMembers({ ...rest, ...((row['type'] === undefined || type !== 'time') && { type }) })
}

/** A column that has amounts of one unit. */
const readSpan = (unit: CodeUnit) => (text: string) => {
  const amount = readWhole(text)
  // A code without a duration has 0 in an export.
  return amount === 0 ? undefined : new SeveralMembers({ unit, amount })
}

/** The columns of a file with codes of another server, or of one's own. @param t texts in the reader's language */
export function codeColumns(t: (key: string) => string, fields: readonly FieldRecord[]): ImportColumn[] {
  const labelOf = (name: string) => t(`fields.${name}`)
  /** An unknown word stays as it is in the file. */
  const wordOf = (known: readonly string[], value: unknown, words: string) =>
    typeof value !== 'string' ? '' : known.includes(value) ? t(`${words}.${value}`) : value
  const worth: ImportColumn[] = [
    {
      key: 'unit',
      label: labelOf('unit'),
      names: ['单位', '时长单位'],
      read: readUnit,
      show: (unit) => wordOf(CODE_UNITS, unit, 'codes.unit'),
    },
    {
      key: 'seconds',
      label: labelOf('seconds'),
      names: ['秒数', '时长（秒）'],
      read: readSpan('second'),
    },
    {
      key: 'days',
      label: t('codes.import.days'),
      names: ['day', '天数', '有效天数', '有效期（天）', 'valid days', 'validity days'],
      read: readSpan('day'),
    },
    {
      key: 'amount',
      label: labelOf('amount'),
      names: ['数值', '时长', '面值', '有效期', 'duration', 'validity', 'period', 'length'],
      read: readAmount,
    },
  ]
  const units = CODE_UNITS.map((unit) => ({ value: unit, label: t(`codes.import.card.${unit}`) }))
  const types = CODE_TYPES.filter((type) => type !== 'time').map((type) => ({
    value: type,
    label: t(`codes.type.${type}`),
  }))
  const own = importColumns(CODE, labelOf, {
    kami: { isCode: true, once: (kami) => kami },
    type: {
      read: readType,
      choices: [...units, ...types],
      show: (type) => wordOf(CODE_TYPES, type, 'codes.type'),
    },
  })
  return [
    ...own.flatMap((column) => (column.key === 'type' ? [column, ...worth] : [column])),
    ...fieldImports(fields),
  ]
}
