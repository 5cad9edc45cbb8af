import type { MarkKind } from '../../../../src-server/contract/performance-names.ts'
import type { MarkRecord } from '../../../../src-server/contract/records/performance.ts'
import type { HistorySeries } from './history-series.ts'

/** The kinds that a chart tells apart: the server's, and the money that moved. */
export const CHART_MARKS = ['command', 'alert', 'rule', 'pause', 'licence', 'note', 'money'] as const
export type ChartMarkKind = MarkKind | 'money'

export interface ChartMark extends MarkRecord {
  readonly look: ChartMarkKind
}

/** The letter of a mark in both languages, and the token of its colour. */
export const MARK_LOOKS: Readonly<
  Record<ChartMarkKind, { readonly letter: string; readonly colour: string }>
> = {
  command: { letter: 'C', colour: '--crit' },
  alert: { letter: '!', colour: '--warn' },
  rule: { letter: 'R', colour: '--warn' },
  pause: { letter: 'P', colour: '--ink-2' },
  licence: { letter: 'L', colour: '--ok' },
  note: { letter: 'N', colour: '--accent' },
  money: { letter: '±', colour: '--blue' },
}

/** Deposits and withdrawals of a series as marks. */
export function moneyMarks({ at, deposits, withdrawals }: HistorySeries): ChartMark[] {
  return at.flatMap((time, place) => {
    const moved = [
      ['deposit', deposits[place] ?? 0],
      ['withdrawal', withdrawals[place] ?? 0],
    ] as const
    return moved
      .filter(([, value]) => value > 0)
      .map(([what, value]) => ({
        ...{ key: `${what}-${time}`, at: time, look: 'money', kind: 'note', what, text: '', by: '', value },
      }))
  })
}

/** The marks within some pixels of a time, at most `most`. @param reach seconds */
export function marksNear(
  marks: readonly ChartMark[],
  at: number | null,
  reach: number,
  most: number,
): ChartMark[] {
  if (at === null) return []
  return marks.filter((mark) => Math.abs(mark.at - at) <= reach).slice(0, most)
}
