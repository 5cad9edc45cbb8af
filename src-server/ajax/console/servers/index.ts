import type { Implementation } from '../implement.ts'
import { serverListAction } from './server-list.ts'
import { serverRenameListAction } from './server-rename-list.ts'
import { serverRenameUndoAction } from './server-rename-undo.ts'
import { serverRenameAction } from './server-rename.ts'

/** Those of MT5 servers. */
export const SERVER_ACTIONS: readonly Implementation[] = [
  serverListAction,
  serverRenameAction,
  serverRenameListAction,
  serverRenameUndoAction,
]
