import type { Ref } from 'vue'
import type { RiskItem } from '../../../src-server/contract/actions/risks.ts'
import { useKeyHelp } from '../../ui/key-help.ts'
import { useWindowKeys } from '../../ui/use-window-keys.ts'

/** What the keys do to the risk with the focus. */
interface RiskActs {
  readonly open: (item: RiskItem) => void
  readonly tick: (item: RiskItem) => void
  /** Without a risk: of the ticked ones only. */
  readonly acknowledge: (item: RiskItem | undefined) => void
}

/**
 * The keys of the review.
 * @param list the element with the rows, each with its risk's key in `data-risk`
 * @returns brings the focus to a row
 */
export function useRiskKeys(
  list: Readonly<Ref<HTMLElement | null>>,
  rows: () => readonly RiskItem[],
  acts: RiskActs,
): (index: number) => void {
  function focused(): RiskItem | undefined {
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
  const onFocused = (act: (item: RiskItem) => void) => () => {
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
