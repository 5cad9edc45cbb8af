import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  questionOf,
  type CustomValueFilter,
  type ValueQuestion,
} from '../../contract/subjects/custom-values.ts'
import { foldWord } from '../../contract/subjects/words.ts'
import { fieldMark } from '../stored-values.ts'

/** The forms that contract/subjects/custom-values.ts compares, with as many digits as a number can have. */
const NUMBER = '^-?[0-9]{1,255}([.][0-9]{1,255})?$'
const DATE = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
const IS_DATE = new RegExp(DATE)

/** Whether a column of lines has this line, in either case of any language. */
export function hasLine(column: PgColumn, line: string): SQL {
  if (line.includes('\0')) return sql`false`
  return sql`(${column} <> '' AND EXISTS (SELECT 1 FROM unnest(string_to_array(${column}, E'\n')) AS one (line) WHERE fold_word(one.line) = ${foldWord(line)}))`
}

/** Whether a row has a value of a custom field. */
export function hasField(column: PgColumn, field: number): SQL {
  return sql`strpos(${column}, ${fieldMark(field)}) > 0`
}

/** Whether a row answers a question about a custom field: the SQL of contract/subjects/custom-values.ts, valueTest. */
export function holdsValue(column: PgColumn, filter: CustomValueFilter): SQL {
  const has = hasField(column, filter.field)
  const question = questionOf(filter)
  switch (question?.is) {
    case undefined:
      return sql`false`
    case 'set':
      return has
    case 'empty':
      return sql`NOT ${has}`
    case 'any':
    case 'part':
    case 'within':
      return sql`(${has} AND ${answers(valueOf(column, filter.field), question)})`
  }
}

/** The value of a field in a row that has one. */
function valueOf(column: PgColumn, field: number): SQL {
  return sql`split_part(split_part(${column}, ${fieldMark(field)}, 2), E'\n', 1)`
}

function answers(value: SQL, question: Exclude<ValueQuestion, { is: 'set' | 'empty' }>): SQL {
  switch (question.is) {
    case 'any': {
      const wanted = question.values.filter((one) => !one.includes('\0')).map(foldWord)
      return sql`fold_word(${value}) = ANY(${sql.param(wanted)}::text[])`
    }
    case 'part':
      return question.text.includes('\0')
        ? sql`false`
        : sql`strpos(fold_word(${value}), ${foldWord(question.text)}) > 0`
    case 'within':
      return within(value, question)
  }
}

/** A value of another kind, from before the field's kind changed, is in no range. CASE tests the kind first. */
function within(value: SQL, { from, to }: { from: string | undefined; to: string | undefined }): SQL {
  const isDate = IS_DATE.test(from ?? to ?? '')
  const kind = isDate ? sql`${value} ~ ${DATE}` : sql`${value} ~ ${NUMBER}`
  const end = (text: string) => (isDate ? sql`${text}` : sql`${Number(text)}::float8`)
  const compared = isDate ? value : sql`${value}::float8`
  const ends = [
    ...(from === undefined ? [] : [sql`${compared} >= ${end(from)}`]),
    ...(to === undefined ? [] : [sql`${compared} <= ${end(to)}`]),
  ]
  return sql`CASE WHEN ${kind} THEN ${sql.join(ends, sql` AND `)} ELSE false END`
}
