import type { Implementation } from '../implement.ts'
import { authRequestBulkAction } from './auth-request-bulk.ts'
import { authRequestCountsAction } from './auth-request-counts.ts'
import { authRequestGetAction } from './auth-request-get.ts'
import { authRequestHandleAction } from './auth-request-handle.ts'
import { authRequestListAction } from './auth-request-list.ts'
import { authRequestReverseAction } from './auth-request-reverse.ts'
import { replyTemplateDeleteAction } from './reply-template-delete.ts'
import { replyTemplateListAction } from './reply-template-list.ts'
import { replyTemplateSaveAction } from './reply-template-save.ts'

/** Customers' requests, and the texts they are answered with. */
export const REQUEST_ACTIONS: readonly Implementation[] = [
  authRequestBulkAction,
  authRequestCountsAction,
  authRequestGetAction,
  authRequestHandleAction,
  authRequestListAction,
  authRequestReverseAction,
  replyTemplateDeleteAction,
  replyTemplateListAction,
  replyTemplateSaveAction,
]
