import { expect, it } from 'vitest'
import { policyRecord } from '../../../src-server/contract/records/request.ts'
import desk from '../../i18n/en/requests.json'
import page from '../../i18n/en/public.json'

const { options } = policyRecord.shape.outcome
const refusals = options.filter((outcome) => outcome !== 'unbound')

it('the review queue has a text for every refusal of an unbind', () => {
  expect(Object.keys(desk.policy.outcome).sort()).toEqual(refusals.toSorted())
})

it.each(refusals)("the customers' page has a text for %s", (outcome) => {
  expect(page.rules).toHaveProperty([outcome])
})
