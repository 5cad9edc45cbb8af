import type { Implementation } from '../implement.ts'
import { messageCountsAction } from './message-counts.ts'
import { messageDiscardAction } from './message-discard.ts'
import { messageListAction } from './message-list.ts'
import { messageResendAction } from './message-resend.ts'

/** What leaves the machine, and whether it did. */
export const MESSAGE_ACTIONS: readonly Implementation[] = [
  messageListAction,
  messageCountsAction,
  messageResendAction,
  messageDiscardAction,
]
