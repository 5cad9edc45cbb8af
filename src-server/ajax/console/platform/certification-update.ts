import { certificationUpdate } from '../../../contract/actions/certifications.ts'
import { implement } from '../implement.ts'

export const certificationUpdateAction = implement(certificationUpdate, ({ actor, services }, given) =>
  services.certifications.update(actor, given.id, {
    ...(given.product !== undefined && { product: given.product }),
    ...(given.url !== undefined && { url: given.url }),
    ...(given.holder !== undefined && { holder: given.holder }),
    ...(given.note !== undefined && { note: given.note }),
    ...(given.expires_at !== undefined && { expiresAt: given.expires_at }),
    ...(given.disabled !== undefined && { disabled: given.disabled }),
  }),
)
