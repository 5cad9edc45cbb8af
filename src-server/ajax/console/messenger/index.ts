import type { Implementation } from '../implement.ts'
import { bindRequestHandleAction } from './bind-request-handle.ts'
import { bindRequestListAction } from './bind-request-list.ts'
import { messengerCheckAction } from './messenger-check.ts'
import { messengerStatusAction } from './messenger-status.ts'
import { messengerTestAction } from './messenger-test.ts'
import { messengerUnbindAction } from './messenger-unbind.ts'

/** The messenger of an application, and who is bound to it. */
export const MESSENGER_ACTIONS: readonly Implementation[] = [
  messengerTestAction,
  messengerCheckAction,
  messengerStatusAction,
  bindRequestListAction,
  bindRequestHandleAction,
  messengerUnbindAction,
]
