import { fileUpdate } from '../../../contract/actions/files.ts'
import { implement } from '../implement.ts'

export const fileUpdateAction = implement(fileUpdate, ({ actor, services }, { id, ...given }) =>
  services.files.update(actor, id, {
    ...(given.kind !== undefined && { kind: given.kind }),
    ...(given.url !== undefined && { url: given.url }),
    ...(given.password !== undefined && { password: given.password }),
    ...(given.note !== undefined && { note: given.note }),
    ...(given.enabled !== undefined && { enabled: given.enabled }),
  }),
)
