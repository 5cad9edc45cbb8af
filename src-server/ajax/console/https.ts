import type { HTTPS_CONTRACT } from '../../contract/actions/https.ts'
import type { PlatformServices } from '../../services/platform/create-platform-services.ts'
import type { ActionsOf } from './handlers.ts'

export const httpsActions = ({ https, authorities }: PlatformServices) => {
  const stateAfter = async (work: Promise<unknown>) => {
    await work
    return https.state()
  }
  const bytes = (base64: string) => Buffer.from(base64, 'base64')
  return {
    https_get: () => https.state(),
    https_upload: (
      { actor },
      { cert, cert_name: certName, key, key_name: keyName, pass_phrase: passPhrase },
    ) =>
      stateAfter(
        https.upload(actor, {
          cert: bytes(cert),
          certName,
          key: key === undefined ? undefined : bytes(key),
          keyName,
          passPhrase,
        }),
      ),
    https_order: ({ actor }) => stateAfter(https.order(actor)),
    https_directory: async (_, { directory }) => {
      const { terms, needsBinding } = await https.directory(directory)
      return { terms, needs_binding: needsBinding }
    },
    authority_add: ({ actor }, { data }) => stateAfter(authorities.add(actor, bytes(data))),
    authority_remove: ({ actor }, { sha256 }) => stateAfter(authorities.remove(actor, sha256)),
  } satisfies ActionsOf<typeof HTTPS_CONTRACT>
}
