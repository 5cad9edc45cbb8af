import type { Endpoint } from '../endpoint.ts'
import { ini } from './ini.ts'
import { kmlogon } from './kmlogon.ts'
import { kmunmachine } from './kmunmachine.ts'
import { mt5logon } from './mt5logon.ts'
import { mt5pulse } from './mt5pulse.ts'
import { notice } from './notice.ts'

/** Every endpoint of api.php; a test finds a file that isn't listed. `pay` is none (specification, Authentication 3). */
export const ENDPOINTS: readonly Endpoint[] = [ini, notice, kmlogon, kmunmachine, mt5logon, mt5pulse]
