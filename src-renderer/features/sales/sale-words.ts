import { useI18n } from 'vue-i18n'
import { useCodeWords } from '../../subjects/codes/code-words.ts'
import type { SaleFileWords } from './slip-file.ts'

const COLUMNS = [
  'code',
  'app',
  'worth',
  'state',
  'customer',
  'contact',
  'sale_price',
  'price',
  'taken',
  'sold',
  'refunded',
  'agent',
  'note',
] as const

/** What sales are called in a file, in the reader's language. */
export function useSaleFileWords(): () => SaleFileWords {
  const { t } = useI18n()
  const { worth } = useCodeWords()
  return () => ({
    worth,
    state: (sale) => t(`sales.state.${sale.state}`),
    header: COLUMNS.map((name) => t(`sales.column.${name}`)),
  })
}

/** The buyer of a code, as forms ask for it. */
export const BUYER = [
  { name: 'customer', autocomplete: 'off' },
  { name: 'contact', autocomplete: 'off' },
] as const
