import type { APPLICATION_CONTRACT } from '../../contract/actions/applications.ts'
import { CONSOLE } from '../../contract/error-codes.ts'
import { namedMembers } from '../../contract/spelling.ts'
import type { CallExamples, CallInspector, KitMaker } from '../../services/applications/call-tools.ts'
import type { ApplicationServices } from '../../services/applications/create-application-services.ts'
import type { KitLinks } from '../../services/applications/kit-links.ts'
import { Refused } from '../../services/refused.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'
import { listQuery } from './list-query.ts'

/** The tools that show calls of api.php. They use the runtime, so the entry makes them. */
export interface CallTools {
  readonly callExamples: CallExamples
  readonly inspector: CallInspector
  readonly kits: KitMaker
  readonly kitLinks: KitLinks
}

const NO_REQUEST = 'Not a request to this application: a URL, a query, or a raw HTTP request'

export const applicationActions = ({
  applications,
  applicationKeys,
  answerSignatures,
  callExamples,
  capabilities,
  files,
  inspector,
  protections,
}: ApplicationServices & CallTools) =>
  ({
    app_create: ({ actor }, { name, preset }) => applications.create(actor, name, preset),
    app_copy: ({ actor }, { app, name }) => applications.copy(actor, app, name),
    app_list: ({ actor }, input) => applications.list(actor, input.filter, listQuery(input, 'app')),
    app_get: ({ actor }, { app }) => applications.get(actor, app),
    app_update: ({ actor }, { app, ...change }) => applications.update(actor, app, change),
    app_delete: ({ actor }, { app }) => emptyAfter(applications.delete(actor, app)),
    app_key_rotate: ({ actor }, { app, ...rotation }) => applicationKeys.rotate(actor, app, rotation),
    app_key_end_overlap: ({ actor }, { app, key }) => applicationKeys.endOverlap(actor, app, key),
    app_answer_key_rotate: ({ actor }, { app, overlap }) => answerSignatures.rotate(actor, app, overlap),
    app_answer_key_end_overlap: ({ actor }, { app }) => answerSignatures.endOverlap(actor, app),
    app_answer_key_take_back: ({ actor }, { app }) => answerSignatures.takeBack(actor, app),
    app_example: async ({ actor }, { app, api, change }) =>
      callExamples.build(applications.preview(actor, app, change), api),
    app_protection: ({ actor }, { app }) => protections.of(actor, app),
    app_capability_list: async ({ actor }, { app }) => capabilities.ofApplication(actor, app),
    app_capability_set: ({ actor }, { app, api, granted, expires: expiresAt, price_text: priceText }) =>
      capabilities.grant(actor, app, api, { granted, expiresAt, priceText }),
    app_api_set: async ({ actor }, { app, api, on, sign, granted, expires, price_text: priceText }) => {
      if (granted !== undefined || expires !== undefined || priceText !== undefined)
        throw new Refused(CONSOLE.forbidden, 'Only the owner grants an API, by app_capability_set')
      return capabilities.switch(actor, app, api, { switchedOn: on, sign })
    },
    capability_list: async () => ({ rows: capabilities.states() }),
    capability_set: ({ actor }, { api, state, price_text: priceText }) =>
      capabilities.setState(actor, api, { state, priceText }),
    file_list: ({ actor }, input) => files.list(actor, input.filter, listQuery(input, 'id')),
    file_create: ({ actor }, { app, ...fields }) => files.create(actor, app, fields),
    file_update: ({ actor }, { id, ...fields }) => files.update(actor, id, namedMembers(fields)),
    file_delete: ({ actor }, { ids }) => files.delete(actor, ids),
    inspector_list: async ({ actor }, { app, limit, refused }) => {
      applications.require(actor, app)
      return { rows: inspector.newest(app, limit, refused) }
    },
    inspector_explain: async ({ actor }, { app, request }) => {
      applications.require(actor, app)
      const explained = await inspector.explain(app, request)
      if (explained === undefined) throw new Refused(CONSOLE.invalid, NO_REQUEST, { request: NO_REQUEST })
      return explained
    },
  }) satisfies ActionsOf<typeof APPLICATION_CONTRACT>
