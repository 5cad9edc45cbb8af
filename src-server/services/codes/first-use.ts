import type { Code } from '../../domain/code/code.ts'
import type { WriteUnit } from '../../store/store.ts'
import { happened } from '../webhooks/happened.ts'

/** The event of a code's first use. @param user the user account that it recharged, or the machine that it logged in */
export async function firstUse(
  unit: WriteUnit,
  user: string,
  code: Code,
  { useTime, endTime, accountKey }: Partial<Pick<Code, 'useTime' | 'endTime' | 'accountKey'>>,
): Promise<void> {
  await happened(unit, {
    event: 'first_use',
    app: code.appId,
    at: useTime ?? 0,
    data: () => ({
      code: code.kami,
      type: code.type,
      user,
      account: accountKey ?? code.accountKey,
      ends_at: endTime ?? code.endTime,
    }),
  })
}
