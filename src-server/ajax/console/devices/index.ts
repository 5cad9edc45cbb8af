import type { Implementation } from '../implement.ts'
import { deviceBulkAction } from './device-bulk.ts'
import { deviceControlAction } from './device-control.ts'
import { deviceCreateAction } from './device-create.ts'
import { deviceDeleteAction } from './device-delete.ts'
import { deviceExpiringAction } from './device-expiring.ts'
import { deviceExportAction } from './device-export.ts'
import { deviceExtendAction } from './device-extend.ts'
import { deviceGetAction } from './device-get.ts'
import { deviceHistoryAction } from './device-history.ts'
import { deviceImportAction } from './device-import.ts'
import { deviceListAction } from './device-list.ts'
import { deviceMoveAction } from './device-move.ts'
import { deviceSameNumberAction } from './device-same-number.ts'
import { deviceUpdateAction } from './device-update.ts'

/** Those of trading accounts. */
export const DEVICE_ACTIONS: readonly Implementation[] = [
  deviceBulkAction,
  deviceControlAction,
  deviceCreateAction,
  deviceDeleteAction,
  deviceExpiringAction,
  deviceExportAction,
  deviceExtendAction,
  deviceGetAction,
  deviceHistoryAction,
  deviceImportAction,
  deviceListAction,
  deviceMoveAction,
  deviceSameNumberAction,
  deviceUpdateAction,
]
