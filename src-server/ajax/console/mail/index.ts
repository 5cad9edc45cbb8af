import type { Implementation } from '../implement.ts'
import { mailTestAction } from './mail-test.ts'
import { mailboxMissingAction } from './mailbox-missing.ts'
import { noticeGetAction } from './notice-get.ts'
import { noticeSetAction } from './notice-set.ts'

/** Mails to those who use the console. */
export const MAIL_ACTIONS: readonly Implementation[] = [
  mailTestAction,
  mailboxMissingAction,
  noticeGetAction,
  noticeSetAction,
]
