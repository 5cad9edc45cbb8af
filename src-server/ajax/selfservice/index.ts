import { imageAction } from './image.ts'
import { imageWorkorderAction } from './image-workorder.ts'
import { kitDownloadAction } from './kit-download.ts'
import { kitLinkAction } from './kit-link.ts'
import type { PublicAction } from './public-action.ts'
import { queryDeviceAction } from './query-device.ts'
import { queryKmAction } from './query-km.ts'
import { rechargeUserAction } from './recharge-user.ts'
import { reportAction } from './report.ts'
import { requestDeviceRebindAction } from './request-device-rebind.ts'
import { requestStatusAction } from './request-status.ts'
import { requestWithdrawAction } from './request-withdraw.ts'
import { rzqueryAction } from './rzquery.ts'
import { siteAction } from './site.ts'
import { unbindKmAction } from './unbind-km.ts'
import { userAction } from './user.ts'

/** Every public action: the specification's seven in its order, then ours. */
export const PUBLIC_ACTIONS: readonly PublicAction[] = [
  userAction,
  rzqueryAction,
  imageAction,
  queryKmAction,
  unbindKmAction,
  requestDeviceRebindAction,
  imageWorkorderAction,
  queryDeviceAction,
  rechargeUserAction,
  requestStatusAction,
  requestWithdrawAction,
  siteAction,
  kitLinkAction,
  kitDownloadAction,
  reportAction,
]
