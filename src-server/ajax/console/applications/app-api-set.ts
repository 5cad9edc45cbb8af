import { appApiSet } from '../../../contract/actions/capabilities.ts'
import { CONSOLE } from '../../../contract/error-codes.ts'
import { Refused } from '../../../services/refused.ts'
import { implement } from '../implement.ts'

export const appApiSetAction = implement(appApiSet, async ({ actor, services }, input) => {
  const { app, api, on, sign, granted, expires, price_text: priceText } = input
  if (granted !== undefined || expires !== undefined || priceText !== undefined)
    throw new Refused(CONSOLE.forbidden, 'Only the owner grants an API, by app_capability_set')
  return services.capabilities.switch(actor, app, api, { switchedOn: on, sign })
})
