import { useI18n } from 'vue-i18n'
import { PERMANENT_VIP } from '../../../../src-server/contract/limits.ts'
import { openPositionsOf } from '../../../../src-server/contract/open-positions.ts'
import type { RequestRecord } from '../../../../src-server/contract/records/request.ts'
import { formatDay } from '../../../i18n/format.ts'
import { splitAccountKey } from '../../../subjects/devices/account-key.ts'
import { count, floatingMoney, money, NO_FIGURE, percent } from '../../../subjects/figures/figures.ts'
import { useRequestWords } from '../request-words.ts'

type Account = RequestRecord['old_account']

export interface AccountLine {
  readonly name: string
  readonly old: string
  readonly new: string
  /** Becomes another by the move: login and server, which make the account. */
  readonly changes: boolean
}

/** Two trading accounts, figure by figure; a dash where there is none. */
export function useAccountLines(): (from: Account, to: Account, now: number) => AccountLine[] {
  const { t } = useI18n()
  const words = useRequestWords()

  function endOf(account: Account): string {
    const vip = account?.vip ?? null
    if (vip === null || vip === 0) return NO_FIGURE
    return vip >= PERMANENT_VIP ? t('licence.permanent') : formatDay(vip)
  }
  function figures(account: Account, now: number): Record<string, string> {
    const { login, server } = splitAccountKey(account?.account_key ?? '')
    const pulse = account?.telemetry ?? null
    const positions = openPositionsOf(pulse)
    const drawdown = percent(pulse?.dd ?? null)
    const state = account?.state ?? null
    return {
      login: login || NO_FIGURE,
      server: server || NO_FIGURE,
      label: account?.label || NO_FIGURE,
      state: state === null ? t('requests.account.none') : t(`live.device_state.${state}`),
      ends: endOf(account),
      code: account?.license || NO_FIGURE,
      pulse: pulse === null ? t('live.health.never') : t('requests.ago', { age: words.age(pulse.at, now) }),
      equity: money(pulse?.equity ?? null),
      balance: money(pulse?.balance ?? null),
      positions: count(positions),
      floating: floatingMoney(pulse?.float_pnl ?? null, positions),
      drawdown: pulse?.dd_computed === true ? t('live.computed_value', { v: drawdown }) : drawdown,
      symbol: pulse?.symbol || NO_FIGURE,
      since: account?.created_at ? formatDay(account.created_at) : NO_FIGURE,
    }
  }
  return (from, to, now) => {
    const [before, after] = [figures(from, now), figures(to, now)]
    return Object.entries(before).map(([name, old]) => ({
      name,
      old,
      new: after[name] ?? NO_FIGURE,
      changes: (name === 'login' || name === 'server') && old !== after[name],
    }))
  }
}
