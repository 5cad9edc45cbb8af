import { useI18n } from 'vue-i18n'
import { PERMANENT_VIP } from '../../../../src-server/contract/limits.ts'
import { formatDay } from '../../../i18n/format.ts'
import { useAgentNames } from '../../../subjects/agents/agent-names.ts'
import {
  count,
  floatingMoney,
  marginLevel,
  money,
  NO_FIGURE,
  signedMoney,
} from '../../../subjects/figures/figures.ts'
import { profitTone } from '../../../subjects/figures/profit.ts'
import { useKnownApps } from '../rows/known-apps.ts'
import type { LiveRow } from '../rows/live-row.ts'
import { fieldOf, isFieldMember } from '../../../subjects/custom-fields/field-member.ts'
import type { ColumnId, OwnColumnId } from './columns.ts'

/** Columns of more than a text. */
type DrawnId =
  | 'select'
  | 'health'
  | 'account'
  | 'drawdown'
  | 'positions'
  | 'trend'
  | 'pause'
  | 'close'
  | 'seen'
type TextId = Exclude<OwnColumnId, DrawnId>
interface TextCell {
  readonly text: (row: LiveRow) => string
  readonly tone?: (row: LiveRow) => string
}

const MARGIN_TONES = {
  none: 'text-ink-2',
  warning: 'text-warn font-semibold',
  critical: 'text-crit font-semibold',
} as const
const quiet = () => 'text-ink-2'
const signTone = (value: number | null) => profitTone(value) || 'text-ink-3'

/** The text and the colour of every cell that is a text. */
export function useCellTexts(): (id: ColumnId) => TextCell | undefined {
  const { t } = useI18n()
  const known = useKnownApps()
  const agents = useAgentNames()

  const cells: Readonly<Record<TextId, TextCell>> = {
    label: { text: (row) => row.label, tone: quiet },
    server: { text: (row) => row.server, tone: quiet },
    app: { text: (row) => known.nameOf(row.app), tone: quiet },
    agent: {
      text: (row) => (row.agent === null ? NO_FIGURE : agents.nameOf(row.agent)),
      tone: quiet,
    },
    license: { text: (row) => row.license, tone: quiet },
    tags: { text: (row) => row.tags.join(', '), tone: quiet },
    note: { text: (row) => row.note, tone: quiet },
    version: { text: (row) => row.more?.program_version ?? '', tone: quiet },
    symbol: { text: (row) => row.symbol || NO_FIGURE },
    currency: { text: (row) => row.more?.currency ?? '', tone: quiet },
    leverage: { text: (row) => count(row.more?.leverage ?? null), tone: quiet },
    balance: { text: (row) => money(row.balance), tone: quiet },
    equity: { text: (row) => money(row.equity), tone: () => 'font-semibold' },
    floating: {
      text: (row) => floatingMoney(row.floating, row.positions),
      tone: (row) => (row.positions === 0 ? 'text-ink-3' : signTone(row.floating)),
    },
    day_profit: {
      text: (row) => signedMoney(row.more?.day_profit ?? null),
      tone: (row) => signTone(row.more?.day_profit ?? null),
    },
    margin: {
      text: (row) => marginLevel(row.marginLevel, row.positions),
      tone: (row) => MARGIN_TONES[row.marginRisk],
    },
    pending_orders: { text: (row) => count(row.more?.pending_orders ?? null) },
    vip: {
      text: (row) => {
        if (row.state !== 'active') return t(`live.device_state.${row.state}`)
        return row.vip >= PERMANENT_VIP ? t('live.permanent') : formatDay(row.vip)
      },
      tone: (row) => (row.state === 'active' ? 'text-ink-2' : 'text-warn'),
    },
  }
  const byId: Readonly<Partial<Record<string, TextCell>>> = cells
  return (id) =>
    isFieldMember(id) ? { text: (row) => row.fields[fieldOf(id)] ?? '', tone: quiet } : byId[id]
}
