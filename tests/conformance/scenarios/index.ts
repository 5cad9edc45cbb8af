import type { Scenario } from '../support/scenario.ts'
import { guards } from './guards.ts'
import { ini } from './ini.ts'
import { kmlogon } from './kmlogon.ts'
import { kmunmachine } from './kmunmachine.ts'
import { modes } from './modes.ts'
import { mt5logon } from './mt5logon.ts'
import { mt5pulse } from './mt5pulse.ts'
import { notice } from './notice.ts'
import { replies } from './replies.ts'
import { sig } from './sig.ts'
import { signature } from './signature.ts'
import { violationsinfo } from './violationsinfo.ts'
import { ygg } from './ygg.ts'
import { yyzkmdenglu } from './yyzkmdenglu.ts'

/** Every scenario, by what it is about: the rules of all endpoints, then the endpoints. */
export const SCENARIOS: Readonly<Record<string, readonly Scenario[]>> = {
  guards,
  signature,
  modes,
  replies,
  ini,
  notice,
  kmlogon,
  kmunmachine,
  sig,
  ygg,
  yyzkmdenglu,
  violationsinfo,
  mt5logon,
  mt5pulse,
}
