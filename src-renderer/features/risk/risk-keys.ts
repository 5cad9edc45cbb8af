import type { Ref } from 'vue'
import { useKeyHelp } from '../../ui/key-help.ts'
import { useWindowKeys } from '../../ui/use-window-keys.ts'
import type { ReviewRow } from './review-rows.ts'

/** The acts of the keys on the row with the focus. */
interface RiskActs {
  readonly open: (item: ReviewRow) => void
  readonly tick: (item: ReviewRow) => void
  /** Without a row: of the ticked ones only. */
  readonly acknowledge: (item: ReviewRow | undefined) => void
}

/**
 * The keys of the review.
 * @param list the element with the rows, each with its key in `data-risk`
 * @returns brings the focus to a row
 */
export function useRiskKeys(
  list: Readonly<Ref<HTMLElement | null>>,
  rows: () => readonly ReviewRow[],
  acts: RiskActs,
): (index: number) => void {
  function focused(): ReviewRow | undefined {
    const key = document.activeElement?.closest<HTMLElement>('[data-risk]')?.dataset['risk']
    return rows().find((item) => item.key === key)
  }
  function focusAt(index: number): void {
    const all = list.value?.querySelectorAll<HTMLElement>('[data-risk]') ?? []
    const row = all[Math.min(Math.max(0, index), all.length - 1)]
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  const step = (by: 1 | -1) => () => {
    const item = focused()
    focusAt(item === undefined ? 0 : rows().indexOf(item) + by)
  }
  const onFocused = (act: (item: ReviewRow) => void) => () => {
    const item = focused()
    if (item !== undefined) act(item)
  }
  useWindowKeys({
    j: step(1),
    k: step(-1),
    o: onFocused(acts.open),
    x: onFocused(acts.tick),
    a: () => {
      acts.acknowledge(focused())
    },
  })
  useKeyHelp(() => ['next_risk', 'open_risk', 'tick_risk', 'acknowledge'])
  return focusAt
}
