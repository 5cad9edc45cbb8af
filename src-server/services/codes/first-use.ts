import type { Code } from '../../domain/code/code.ts'
import type { WriteUnit } from '../../store/store.ts'
import { happened } from '../webhooks/happened.ts'

/**
 * The event of a code's first use, and its count.
 * @param user the user account that it recharged, or the machine that it logged in
 * @param counts `renews`: the code gave more time to an account that has a licence, so it counts as a renewal
 */
export async function firstUse(
  unit: WriteUnit,
  user: string,
  code: Code,
  { useTime, endTime, accountKey }: Partial<Pick<Code, 'useTime' | 'endTime' | 'accountKey'>>,
  { renews }: { readonly renews: boolean },
): Promise<void> {
  await happened(unit, {
    event: 'first_use',
    app: code.appId,
    at: useTime ?? 0,
    data: async () => ({
      code: code.kami,
      type: code.type,
      user,
      account: accountKey ?? code.accountKey,
      ends_at: endTime ?? code.endTime,
      seats: code.seats,
      seats_used: code.seats > 1 ? ((await unit.codeSeats.countUsed([code.id])).get(code.id) ?? 0) : 1,
    }),
  })
  if (!renews)
    await unit.business.count({ app: code.appId, agent: code.agentId, at: useTime ?? 0 }, { activations: 1 })
}
