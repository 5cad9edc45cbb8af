import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { AllocationRecord, LedgerLineRecord } from '../../../../src-server/contract/records/sale.ts'
import { call } from '../../../api/console-client.ts'
import { useSession } from '../../../kit/session/session.ts'
import { formatInteger } from '../../../i18n/format.ts'
import { useCodeWords } from '../../../subjects/codes/code-words.ts'
import { allocationOf } from './line-reference.ts'

const MOST = 500

/** What is sold, by number: lines of an account name it so. */
export const useSoldAllocations = defineStore('sold-allocations', () => {
  const known = shallowRef<ReadonlyMap<number, AllocationRecord>>(new Map())

  /** Those of an agent's account; an agent's own with those it gave to agents below it, which it is paid for. */
  async function load(agent: number): Promise<void> {
    const filter = useSession().role === 'agent' ? {} : { agent }
    const { rows } = await call('allocation_list', { size: MOST, filter })
    known.value = new Map(rows.map((row) => [row.id, row]))
  }
  return { known, load }
})

/** What lines of an account say, in the reader's language. */
export function useLineWords() {
  const { t } = useI18n()
  const { worth } = useCodeWords()
  const allocations = useSoldAllocations()
  return {
    /** The subject of a line, such as "Codes bought (3)". */
    what: (line: LedgerLineRecord): string => {
      const what = t(`sales.what.${line.what}`)
      const named =
        line.kind === 'refund' && line.what !== 'refund' ? `${t('sales.what.refund')}: ${what}` : what
      return line.count > 0 ? t('sales.line.of', { what: named, n: formatInteger(line.count) }) : named
    },
    /** The reference of a line: the kind of the codes, or the noted text. */
    reference: (line: LedgerLineRecord): string => {
      const id = allocationOf(line)
      if (id === undefined) return line.reference
      const sold = allocations.known.get(id)
      if (sold === undefined) return t('sales.line.allocation', { n: id })
      const { app_name: app, agent_name: agent } = sold
      // Of another agent: what is paid for it is a commission.
      return [app, worth(sold), ...(line.what === 'commission' ? [agent] : [])].join(' · ')
    },
  }
}
