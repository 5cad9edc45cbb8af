import type { Scenario } from '../support/scenario.ts'
import { automaticsample } from './automaticsample.ts'
import { capabilities } from './capabilities.ts'
import { getfile } from './getfile.ts'
import { getrc4 } from './getrc4.ts'
import { guards } from './guards.ts'
import { ini } from './ini.ts'
import { kmlogon } from './kmlogon.ts'
import { kmunmachine } from './kmunmachine.ts'
import { logongetapp } from './logongetapp.ts'
import { loginClosed } from './login-closed.ts'
import { modes } from './modes.ts'
import { mt5logon } from './mt5logon.ts'
import { mt5messengerBind } from './mt5messenger-bind.ts'
import { mt5notify } from './mt5notify.ts'
import { mt5pulse } from './mt5pulse.ts'
import { notice } from './notice.ts'
import { openrc42 } from './openrc42.ts'
import { replies } from './replies.ts'
import { sig } from './sig.ts'
import { signature } from './signature.ts'
import { userlogon } from './userlogon.ts'
import { userreg } from './userreg.ts'
import { violationsinfo } from './violationsinfo.ts'
import { ygg } from './ygg.ts'
import { yyzkmdenglu } from './yyzkmdenglu.ts'

/** Every scenario by subject: the rules of all endpoints, then the endpoints. */
export const SCENARIOS: Readonly<Record<string, readonly Scenario[]>> = {
  guards,
  capabilities,
  signature,
  login_closed: loginClosed,
  modes,
  replies,
  ini,
  notice,
  getfile,
  getrc4,
  kmlogon,
  kmunmachine,
  userreg,
  userlogon,
  logongetapp,
  openrc42,
  automaticsample,
  sig,
  ygg,
  yyzkmdenglu,
  violationsinfo,
  mt5logon,
  mt5pulse,
  mt5notify,
  mt5messenger_bind: mt5messengerBind,
}
