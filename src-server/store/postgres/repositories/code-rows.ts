import type { Code } from '../../../domain/code/code.ts'
import { columnsFor, type Row } from '../columns.ts'
import { codes } from '../schema/index.ts'

export const CODE_ROWS = columnsFor<Code>(codes)
/** A row of `codes` as PostgreSQL returns it. */
export type CodeRow = Row<Code>
