import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { ReplyTemplateRecord } from '../../../src-server/contract/records/request.ts'
import { call } from '../../api/console-client.ts'

/** Answers for frequent requests. An employer's templates belong to their staff too. */
export const useReplyTemplates = defineStore('reply-templates', () => {
  const rows = shallowRef<readonly ReplyTemplateRecord[]>([])

  async function load(): Promise<void> {
    rows.value = (await call('reply_template_list', {})).rows
  }
  async function save(template: ActionInput<'reply_template_save'>): Promise<void> {
    await call('reply_template_save', template)
    await load()
  }
  async function remove(id: number): Promise<void> {
    await call('reply_template_delete', { id })
    await load()
  }
  return { rows, load, save, remove }
})
