import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { moneyFormat, type MoneyFormat } from '../../i18n/money.ts'
import { useSession } from '../../kit/session/session.ts'

/** An act on an agent's ledger account: `ledger_<act>`. */
export type MoneyAct = 'topup' | 'payout' | 'correct'

/** Sums in the platform's currency and the reader's language. */
export function useMoney(): ComputedRef<MoneyFormat> {
  const session = useSession()
  const { locale } = useI18n()
  return computed(() => moneyFormat(session.currency, locale.value))
}
