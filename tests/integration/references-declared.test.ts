import { expect, it } from 'vitest'
import { z } from 'zod'
import { DECLARED_ACTIONS } from '../../src-server/contract/actions/index.ts'
import { membersOf, type InputMember } from '../support/input-members.ts'

/** Whole numbers of inputs that count or measure something. Every other whole number has to name a record. */
const COUNTS = new Set(
  (
    'accounts after ahead alarm_volume alert_cooldown amount at cooldown count credit deduct_seconds deduct_uses ' +
    'drawdown_bar drawdown_threshold end_time ends_at expire_days expires expires_at expiry_days extend_seconds external_port from grace_hours ' +
    'history_gb history_months hsts interval keep length limit low_risk max margin_critical margin_warning max_agents minutes max_applications max_codes max_devices overlap page ' +
    'offset plan_ends_at points port price public_port quota rate_bar rearm registration_interval renewal_days sale_price seats seconds ' +
    'service_hours ' +
    'silence_alert size starts_at to tolerance trial_seconds trials_a_day until uses ' +
    'valid_days vip window'
  ).split(' '),
)

/** Texts that are called like an identifier and name no record of the console: names of another service, secrets, a kind of key. */
const NO_RECORD = new Set(
  'account_key admin_open_id dns_id eab_key key messenger_app_id open_id rc4_key recovery_key rsa_private_key subject_id tls_key token'.split(
    ' ',
  ),
)

/** An account at a DNS provider, an application of another system, and the parts of a view that the board alone reads. */
const OF_ANOTHER_PLACE = new Set([
  'dynamic_dns.id',
  'answers.[].app',
  'board_views.{}.filter.{}',
  'board_views.{}.order.{}',
  'column_layouts.{}.widths.{}',
])

const nameOf = ({ path }: InputMember) => path.findLast((step) => !/^\W/.test(step)) ?? ''

function looksLikeReference(member: InputMember): boolean {
  const name = nameOf(member)
  if (OF_ANOTHER_PLACE.has(member.path.join('.'))) return false
  if (member.schema instanceof z.ZodNumber) return !COUNTS.has(name)
  return !NO_RECORD.has(name) && /(^|_)(id|ids|key|keys|handle|handles|token)$/.test(name)
}

it.each(DECLARED_ACTIONS.map(({ name, input }) => [name, input] as const))(
  '%s declares each member that names a record',
  (_, input) => {
    const undeclared = membersOf(input).filter(
      (member) => member.to === undefined && looksLikeReference(member),
    )
    expect(undeclared.map(({ path }) => path.join('.'))).toEqual([])
  },
)
