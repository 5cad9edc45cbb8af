import { CONSOLE } from '../../contract/error-codes.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Application } from '../../domain/application/application.ts'
import { isInSight } from '../in-sight.ts'
import { Refused } from '../refused.ts'
import type { ApplicationRegistry } from './application-registry.ts'

/** The application, if the actor manages it. @throws Refused 404 */
export function requireApplication(
  registry: Pick<ApplicationRegistry, 'find'>,
  actor: Actor,
  id: number,
): Application {
  const application = registry.find(id)?.settings
  // Agents sell an application's codes, and manage none.
  if (application === undefined || !isInSight(actor, { appId: id, ownerId: application.ownerId }))
    throw new Refused(CONSOLE.notFound, 'There is no such application')
  return application
}
