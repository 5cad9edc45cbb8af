import type { LinkResolver } from '../../contract/ports.ts'
import type { ServerAddress } from '../../contract/public-address.ts'
import type { ServiceContext } from '../service-context.ts'
import { ApplicationKeys } from './application-keys.ts'
import { AnswerSignatures } from './answer-signatures.ts'
import { Applications } from './applications.ts'
import { Capabilities } from './capabilities.ts'
import { FileLinks } from './file-links.ts'
import { Files } from './files.ts'
import { Protections } from './protections.ts'
import { UpdateAddresses } from './update-addresses.ts'

type Deps = Pick<
  ServiceContext,
  'store' | 'followers' | 'registry' | 'devices' | 'callUses' | 'clock' | 'random' | 'log'
> & {
  /** The address that programs call. */
  readonly publicAddress: () => Pick<ServerAddress, 'url'>
  readonly links: LinkResolver
}

export type ApplicationServices = Awaited<ReturnType<typeof createApplicationServices>>

/** Applications with their keys, APIs, files and update addresses. */
export async function createApplicationServices(deps: Deps) {
  const { store, registry, links, clock, random } = deps
  const updateAddresses = new UpdateAddresses(deps)
  await updateAddresses.load()
  const fileLinks = new FileLinks({ store, links, clock })
  const applications = new Applications({ ...deps, updateAddresses })
  return {
    applications,
    applicationKeys: new ApplicationKeys({ applications, clock, random }),
    answerSignatures: new AnswerSignatures({ applications, clock, random }),
    capabilities: new Capabilities({ store, registry, applications, clock }),
    protections: new Protections({ ...deps, applications }),
    files: new Files({ store, applications, fileLinks, clock }),
    fileLinks,
    updateAddresses,
  }
}
