import type { FILE_CONTRACT } from '../../contract/actions/files.ts'
import { namedMembers } from '../../contract/named-members.ts'
import type { Files } from '../../services/applications/files.ts'
import type { ActionsOf } from './handlers.ts'
import { listQuery } from './list-query.ts'

export interface FileServices {
  readonly files: Files
}

export const fileActions = ({ files }: FileServices) => ({
  file_list: ({ actor }, input) => files.list(actor, input.filter, listQuery(input, 'id')),
  file_create: ({ actor }, { app, ...fields }) => files.create(actor, app, fields),
  file_update: ({ actor }, { id, ...fields }) => files.update(actor, id, namedMembers(fields)),
  file_delete: ({ actor }, { ids }) => files.delete(actor, ids),
}) satisfies ActionsOf<typeof FILE_CONTRACT>
