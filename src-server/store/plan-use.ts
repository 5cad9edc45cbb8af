import type { PlanKind } from '../contract/people.ts'
import { FREE_TRIAL_SECONDS, TRIAL_LICENSE } from '../domain/device/record.ts'

const OWN = '(SELECT id FROM applications WHERE owner_id = @owner)'

/** The items of an operator's applications that count against the plan, as statements of both engines. */
export const PLAN_USE: Readonly<Record<PlanKind, string>> = {
  applications: 'SELECT COUNT(*) AS n FROM applications WHERE owner_id = @owner',
  codes: `SELECT COUNT(*) AS n FROM codes WHERE app_id IN ${OWN} AND recycled_at IS NULL`,
  // The same condition as countsInPlan (domain/device/record.ts).
  devices: `SELECT COUNT(*) AS n FROM devices WHERE app_id IN ${OWN}
      AND (license <> '${TRIAL_LICENSE}' OR vip > created_at + ${FREE_TRIAL_SECONDS})`,
  agents: `SELECT COUNT(*) AS n FROM operators WHERE role = 'agent' AND EXISTS (
      SELECT 1 FROM ledger_accounts WHERE book_id = @owner AND kind = 'agent' AND agent_id = operators.id)`,
}
