import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { describeInvisible, findInvisible } from '../../contract/invisible.ts'
import type { FieldProblem } from '../../contract/self-service.ts'
import { parseAccountKey } from '../../domain/device/account-key.ts'
import { invalid, miss, refuse, type Fields } from './answers.ts'
import { ask } from './ask.ts'
import { hasProblems, problemsOfWords, product, text, words } from './parameters.ts'
import { definePublicAction } from './public-action.ts'
import { refusalOf } from './refusal-of.ts'

const UNKNOWN = miss(CODE.mt5NotFound, 'accountUnknown')

/**
 * Asks that an authorization be moved to another trading account; nothing changes until somebody decides (specification,
 * request_device_rebind). Whose the new account is by now is the reviewer's to see, not the public's.
 */
export const requestDeviceRebindAction = definePublicAction({
  name: 'request_device_rebind',
  summary: 'Asks that a licence be moved to another trading account; a person decides',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({
    old_key: text.meta({ description: 'the licensed trading account', needed: true }),
    new_key: text.meta({ description: 'the new trading account', needed: true }),
    product,
    ...words,
  }),
  codes: {
    success: 'the request is open; asked again with the same contact, it is the same request',
    mt5NotFound: 'there is no such trading account',
    productMissing: 'several applications have it: `products` lists them; ask again with `product`',
    productUnknown: '`product` is none of them',
    disabled: 'the trading account is disabled; `msg` has the reason',
    notAllowed: 'no requests are taken now',
    requestExists: 'somebody else has an open request for it',
    wrongData:
      '`fields` says which parameter is `missing`, `too_long`, `malformed`, the `same`, or has `invisible` characters',
    tooMany: 'too often, or over 10 new requests an hour or 5 a day for one subject',
  },

  answer(call, { old_key: oldKey, new_key: newKey, product, ...said }, services) {
    if (!services.requests.isOpen) return refuse(CODE.notAllowed, 'closed')
    const wanted = parseAccountKey(newKey)
    const invisible = findInvisible(oldKey) ?? findInvisible(newKey)
    const problems: Fields = {
      ...problemsOfWords(said),
      ...(oldKey.trim() === '' && { old_key: 'missing' }),
      ...problemOfNewKey(oldKey, newKey),
      ...problemOfSight('old_key', oldKey),
      ...problemOfSight('new_key', newKey),
    }
    if (invisible !== undefined)
      return { ...invalid(problems), msg: describeInvisible(invisible, call.language) }
    if (wanted === undefined || hasProblems(problems)) return invalid(problems)
    const found = services.devices.find(oldKey, product)
    if (found.outcome !== 'found') return refusalOf(found, UNKNOWN)
    const device = found.it
    if (device.disabled) return { code: CODE.disabled, msg: device.disableReason }
    const order = { kind: 'rebind', device, newKey: wanted, ...said } as const
    return ask(call, services, order, UNKNOWN)
  },
})

function problemOfNewKey(oldKey: string, newKey: string): { new_key?: FieldProblem } {
  const key = parseAccountKey(newKey)
  if (key === undefined) return { new_key: newKey.trim() === '' ? 'missing' : 'malformed' }
  return key === parseAccountKey(oldKey) ? { new_key: 'same' } : {}
}

function problemOfSight(name: string, text: string): Fields {
  return findInvisible(text) === undefined ? {} : { [name]: 'invisible' }
}
