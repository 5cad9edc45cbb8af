import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { ReplyTemplateRepository } from '../../repositories/requests.ts'

export function createReplyTemplateRepository(_connection: Connection): ReplyTemplateRepository {
  return missing('reply-templates')
}
