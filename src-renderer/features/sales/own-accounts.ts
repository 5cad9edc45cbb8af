import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { LedgerAccountRecord } from '../../../src-server/contract/records/sale.ts'
import { call } from '../../api/console-client.ts'
import { useSession } from '../../kit/session/session.ts'

const MOST = 500

/** The accounts an agent has, one for each whose codes it sells. */
export const useOwnAccounts = defineStore('own-accounts', () => {
  const accounts = shallowRef<readonly LedgerAccountRecord[]>([])

  async function load(): Promise<void> {
    const agent = useSession().person?.operator
    if (agent === undefined) return
    accounts.value = (await call('ledger_accounts', { size: MOST, filter: { agent } })).rows
  }
  return { accounts, load }
})
