import type { STAFF_CONTRACT } from '../../contract/actions/staff.ts'
import type { PeopleServices } from '../../services/people/create-people-services.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'
import { listQuery } from './list-query.ts'

export const staffActions = ({ staff, staffRoles, people }: PeopleServices) =>
  ({
    staff_list: ({ actor }, input) => staff.list(actor, input.filter, listQuery(input, 'id')),
    staff_create: ({ actor }, { role, ...person }) => staff.create(actor, person, role),
    staff_update: ({ actor }, { id, role, ...fields }) => staff.update(actor, id, fields, role),
    staff_freeze: ({ actor }, { id, reason }) => staff.freeze(actor, id, reason),
    staff_unfreeze: ({ actor }, { id }) => staff.unfreeze(actor, id),
    staff_delete: ({ actor }, { id }) => emptyAfter(staff.delete(actor, id)),
    staff_password_reset: ({ actor }, { id }) => people.resetPassword(actor, 'staff', id),
    role_list: ({ actor }, input) => staffRoles.list(actor, listQuery(input, 'id')),
    role_create: ({ actor }, { name, permissions }) => staffRoles.create(actor, name, permissions),
    role_update: ({ actor }, { id, ...change }) => staffRoles.update(actor, id, change),
    role_delete: ({ actor }, { id }) => emptyAfter(staffRoles.delete(actor, id)),
  }) satisfies ActionsOf<typeof STAFF_CONTRACT>
