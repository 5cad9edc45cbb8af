import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { money as moneyText, signedMoney } from '../../../subjects/figures/figures.ts'
import { profitTone } from '../../../subjects/figures/profit.ts'
import type { CurrencyLine, GroupLine } from '../rows/row-groups.ts'

/** What the head of a group says, or the line of one of its currencies. */
export function useGroupFigures(lineOf: () => GroupLine | CurrencyLine) {
  const { t } = useI18n()
  const group = computed(() => {
    const line = lineOf()
    return line.kind === 'group' ? line : undefined
  })
  /** The only sums of money. Several currencies have lines of their own. */
  const money = computed(() => {
    const line = lineOf()
    if (line.kind === 'currency') return line.money
    return line.sums.money.length === 1 ? line.sums.money[0] : undefined
  })
  const currencyName = computed(() => {
    if (money.value === undefined) return ''
    const { currency, isDemo } = money.value
    // A group whose accounts all report no currency is one without mixed money.
    const named = currency || (group.value ? '' : t('live.group.no_currency'))
    return [isDemo ? t('start.demo.mark') : '', named].filter(Boolean).join(' ')
  })
  return {
    group,
    money,
    currencyName,
    balance: computed(() => (money.value ? moneyText(money.value.balance, 0) : '')),
    equity: computed(() => (money.value ? moneyText(money.value.equity, 0) : '')),
    floating: computed(() => (money.value ? signedMoney(money.value.floating, 0) : '')),
    floatingTone: computed(() => profitTone(money.value?.floating ?? null)),
  }
}
