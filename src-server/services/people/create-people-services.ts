import type { ServiceContext } from '../service-context.ts'
import type { SessionServices } from '../session/create-session-services.ts'
import { Certifications } from './certifications.ts'
import { Developers } from './developers.ts'
import { Invitations } from './invitations.ts'
import { OwnProfile } from './own-profile.ts'
import { People } from './people.ts'
import { Plans } from './plans.ts'
import { StaffRoles } from './staff-roles.ts'
import { Staff } from './staff.ts'

type Deps = Pick<ServiceContext, 'store' | 'clock' | 'random'> &
  Pick<SessionServices, 'passwords' | 'credentials' | 'sessions' | 'securityNotices'>

export type PeopleServices = ReturnType<typeof createPeopleServices>

/** The operators of the platform: developers and their plans, staff, invitations, certifications. */
export function createPeopleServices(deps: Deps) {
  const { store, clock } = deps
  const invitations = new Invitations({ ...deps, notices: deps.securityNotices })
  const people = new People({ ...deps, invitations })
  return {
    people,
    invitations,
    developers: new Developers({ store, people, clock }),
    plans: new Plans({ store, clock }),
    staff: new Staff({ store, people, clock }),
    staffRoles: new StaffRoles({ store, clock }),
    certifications: new Certifications({ store, clock }),
    ownProfile: new OwnProfile({ store, clock }),
  }
}
