import type { DEVELOPER_CONTRACT } from '../../contract/actions/developers.ts'
import { inside } from '../../contract/spelling.ts'
import type { PeopleServices } from '../../services/people/create-people-services.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'
import { listQuery } from './list-query.ts'

export const developerActions = ({ developers, people, plans }: PeopleServices) =>
  ({
    developer_list: (_, input) => developers.list(input.filter, listQuery(input, 'id')),
    developer_get: ({ actor }, { id }) => developers.get(actor, id),
    developer_create: ({ actor }, { plan, ...person }) => developers.create(actor, person, plan),
    developer_update: ({ actor }, { id, plan, plan_ends_at: planEndsAt, ...fields }) =>
      developers.update(actor, id, fields, { plan, planEndsAt }),
    developer_freeze: ({ actor }, { id, reason }) => developers.freeze(actor, id, reason),
    developer_unfreeze: ({ actor }, { id }) => developers.unfreeze(actor, id),
    developer_ban: ({ actor }, { id, reason, close_apps: closeApps }) =>
      developers.ban(actor, id, reason, closeApps),
    developer_unban: ({ actor }, { id }) => developers.unban(actor, id),
    developer_password_reset: ({ actor }, { id }) => people.resetPassword(actor, 'developer', id),
    plan_list: (_, input) => plans.list(listQuery(input, 'id')),
    plan_create: ({ actor }, fields) => plans.create(actor, inside(fields)),
    plan_update: ({ actor }, { id, ...fields }) => plans.update(actor, id, inside(fields)),
    plan_delete: ({ actor }, { id }) => emptyAfter(plans.delete(actor, id)),
    plan_usage: ({ actor }) => plans.usage(actor),
  }) satisfies ActionsOf<typeof DEVELOPER_CONTRACT>
