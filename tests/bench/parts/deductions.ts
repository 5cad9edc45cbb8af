import { countDeductions, type BenchApp } from '../fixture.ts'
import type { Result } from '../measure.ts'
import type { ConsoleSession } from '../server/console-session.ts'

/** Every answered kmlogon takes one use, or else the bench measures something else. */
export async function verifyDeductions(
  session: ConsoleSession,
  apps: readonly BenchApp[],
  results: readonly Result[],
) {
  for (const one of apps) {
    const answered = results
      .filter(({ name }) => name.startsWith(`kmlogon ${one.guard}`))
      .flatMap(({ samples }) => samples)
      .reduce((sum, sample) => sum + sample.answered, 0)
    const taken = await countDeductions(session, one)
    if (taken !== answered)
      throw new Error(`${answered} kmlogon ${one.guard} answered, ${taken} uses deducted`)
  }
}
