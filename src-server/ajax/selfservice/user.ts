import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { MAX_QQ_LENGTH } from '../../contract/limits.ts'
import { refuse } from './answers.ts'
import { trimmed } from './parameters.ts'
import { definePublicAction } from './public-action.ts'

/** Whether a number on QQ belongs to an owner, a developer or an agent: customers ask before they pay somebody. */
export const userAction = definePublicAction({
  name: 'user',
  summary: 'Whether a QQ number belongs to somebody of the platform',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({ qq: trimmed.meta({ description: 'the QQ number', needed: true }) }),
  codes: { success: 'the answer, also for a number of nobody', qqMissing: 'no qq' },

  async answer(_call, { qq }, { people }) {
    if (qq === '') return refuse(CODE.qqMissing)
    const payload = await people.withQq(qq.length > MAX_QQ_LENGTH ? '' : qq)
    return payload.registered ? { payload } : { payload, missed: true }
  },
})
