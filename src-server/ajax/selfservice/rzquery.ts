import { z } from 'zod'
import type { FieldProblem } from '../../contract/self-service.ts'
import { invalid } from './answers.ts'
import { hasProblems, trimmed } from './parameters.ts'
import { definePublicAction } from './public-action.ts'

/** Longer ones are of no certification (contract/records/certification.ts). */
const MOST = { proid: 64, url: 2048 }

/** Whether a product is certified for an address. */
export const rzqueryAction = definePublicAction({
  name: 'rzquery',
  summary: 'Whether a product is certified for an address',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({
    proid: trimmed.meta({ description: 'the product, up to 64 characters', needed: true }),
    url: trimmed.meta({ description: 'the address, or its host', needed: true }),
  }),
  codes: {
    success: 'the answer, also for one that is not certified',
    wrongData: '`fields` says which parameter is `missing`, `too_long` or `malformed`',
  },

  async answer(_call, given, { certifications }) {
    const problems: Record<string, FieldProblem> = {}
    for (const name of ['proid', 'url'] as const) {
      if (given[name] === '') problems[name] = 'missing'
      else if (given[name].length > MOST[name]) problems[name] = 'too_long'
    }
    if (hasProblems(problems)) return invalid(problems)
    const payload = await certifications.find(given.proid, given.url)
    if (payload === undefined) return invalid({ url: 'malformed' })
    return payload.certified ? { payload } : { payload, missed: true }
  },
})
