import { imageUpload } from '../../../contract/actions/platform.ts'
import { implement } from '../implement.ts'

export const imageUploadAction = implement(imageUpload, ({ actor, services }, { purpose, data }) =>
  services.images.upload(actor, purpose, Buffer.from(data, 'base64')),
)
