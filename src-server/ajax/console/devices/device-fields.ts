import type { z } from 'zod'
import type { deviceUpdate } from '../../../contract/actions/devices.ts'
import { DEVICE } from '../../../contract/subjects/device.ts'
import { namedFields, type ChangeOf } from '../../../contract/subjects/inside.ts'

type Named = Omit<z.output<typeof deviceUpdate.input>, 'id'>

/** The members a call names, as they are spelled inside. */
export function deviceFields(given: Named): ChangeOf<typeof DEVICE> {
  return namedFields(DEVICE, given)
}
