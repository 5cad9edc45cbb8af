import type { KIT_CONTRACT } from '../../contract/actions/kits.ts'
import type { ApplicationServices } from '../../services/applications/create-application-services.ts'
import type { PlatformServices } from '../../services/platform/create-platform-services.ts'
import type { CallTools } from './applications.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'

export const kitActions = ({
  applications,
  kitLinks,
  kits,
  publicAddress,
}: ApplicationServices & CallTools & Pick<PlatformServices, 'publicAddress'>) =>
  ({
    kit_list: async ({ actor }, { app }) => ({ rows: await kits.list(applications.require(actor, app)) }),
    kit_get: async ({ actor, cameTo }, { app, type }) =>
      kits.make(applications.require(actor, app), type, cameTo),
    kit_link_list: async ({ actor }, { app }) => ({ rows: await kitLinks.list(actor, app) }),
    kit_link_create: async ({ actor, cameTo }, { app, ...order }) => {
      const { link, token } = await kitLinks.create(actor, app, order)
      return { link, url: `${publicAddress.current(cameTo).url}#/kit/${token}` }
    },
    kit_link_revoke: ({ actor }, { id }) => emptyAfter(kitLinks.revoke(actor, id)),
  }) satisfies ActionsOf<typeof KIT_CONTRACT>
