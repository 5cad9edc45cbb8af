import type { Endpoint } from '../endpoint.ts'
import { automaticsample } from './automaticsample.ts'
import { getfile } from './getfile.ts'
import { getrc4 } from './getrc4.ts'
import { ini } from './ini.ts'
import { kmlogon } from './kmlogon.ts'
import { kmunmachine } from './kmunmachine.ts'
import { logongetapp } from './logongetapp.ts'
import { mt5logon } from './mt5logon.ts'
import { mt5messengerBind } from './mt5messenger-bind.ts'
import { mt5notify } from './mt5notify.ts'
import { mt5pulse } from './mt5pulse.ts'
import { notice } from './notice.ts'
import { sig } from './sig.ts'
import { openrc42 } from './openrc42.ts'
import { userlogon } from './userlogon.ts'
import { userreg } from './userreg.ts'
import { violationsinfo } from './violationsinfo.ts'
import { ygg } from './ygg.ts'
import { yyzkmdenglu } from './yyzkmdenglu.ts'

/**
 * Every endpoint of api.php. A test finds a file that isn't listed. `pay` is no endpoint (the specification,
 * Authentication 3).
 */
export const ENDPOINTS: readonly Endpoint[] = [
  ini,
  notice,
  getfile,
  getrc4,
  automaticsample,
  sig,
  ygg,
  yyzkmdenglu,
  kmlogon,
  kmunmachine,
  userreg,
  userlogon,
  logongetapp,
  openrc42,
  violationsinfo,
  mt5logon,
  mt5notify,
  mt5messengerBind,
  mt5pulse,
]
