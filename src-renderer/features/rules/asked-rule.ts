import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { RuleRecord } from '../../../src-server/contract/records/rule.ts'
import type { RuledAccount } from './rule-draft.ts'

/**
 * Opens what the address asks for: `?rule=7` a rule, `?account=…&app=…` a new rule for a trading account. The
 * address asks once, so a reload shows the list alone.
 * @param rows undefined until the first answer
 */
export function useAskedRule(
  rows: Readonly<{ value: readonly RuleRecord[] | undefined }>,
  edit: (rule: RuleRecord) => void,
  create: (account: RuledAccount) => void,
): void {
  const route = useRoute()
  const router = useRouter()
  const { rule, account, app } = route.query
  if (rule === undefined && account === undefined) return
  const stop = watch(
    () => rows.value,
    (known) => {
      if (known === undefined) return
      stop()
      void router.replace({ query: {} })
      const asked = known.find(({ id }) => String(id) === rule)
      if (asked !== undefined) edit(asked)
      else if (typeof account === 'string') create({ account_key: account, app: Number(app) })
    },
  )
}
