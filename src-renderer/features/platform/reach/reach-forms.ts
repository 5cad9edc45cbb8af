import { DYNAMIC_DNS_PROVIDERS } from '../../../../src-server/contract/reach-names.ts'
import type { ReachFinding } from '../../../../src-server/contract/records/reach.ts'
import type {
  DYNAMIC_DNS_SECRETS,
  DynamicDnsSettings,
} from '../../../../src-server/contract/records/reach-settings.ts'
import type { SettingsRecord } from '../../../../src-server/contract/records/settings.ts'
import type { GroupForm, SettingsPage } from '../settings/settings-group.ts'

export const MAPPING_FORM: GroupForm<'router_mapping'> = {
  words: (name) => `reach.mapping.${name}`,
  fields: [
    { member: 'on', kind: 'switch' },
    {
      member: 'external_port',
      kind: 'number',
      min: 0,
      max: 65_535,
      word: 'port',
      disabled: (draft) => !draft.on,
    },
  ],
}

type Secret = (typeof DYNAMIC_DNS_SECRETS)[number]
const isUsed = ({ provider }: DynamicDnsSettings) => provider !== 'none'
const isByUrl = ({ provider }: DynamicDnsSettings) => provider === 'url'
const isByToken = (draft: DynamicDnsSettings) => isUsed(draft) && !isByUrl(draft)
const sealed = (member: Secret) => {
  /** Another provider never gets the secret of the one before. */
  const kept = (
    { provider }: DynamicDnsSettings,
    { dynamic_dns: saved, dynamic_dns_set: set }: SettingsRecord,
  ) => set.includes(member) && provider === saved.provider
  return {
    member,
    kind: 'sealed',
    mono: true,
    wrong: `${member}_wrong`,
    kept,
    hint: (draft: DynamicDnsSettings, record: SettingsRecord) =>
      kept(draft, record) ? [`${member}_hint`, 'kept'] : [`${member}_hint`],
  } as const
}

export const DYNAMIC_FORM: GroupForm<'dynamic_dns'> = {
  words: (name) => `reach.dynamic.${name}`,
  fields: [
    { member: 'provider', kind: 'choice', choices: { under: 'providers', values: DYNAMIC_DNS_PROVIDERS } },
    {
      member: 'name',
      kind: 'text',
      max: 253,
      mono: true,
      placeholder: 'ea.example.com',
      wrong: 'name_wrong',
      shown: isUsed,
    },
    {
      ...sealed('update_url'),
      max: 1000,
      placeholder: 'https://dyn.example.com/update?ip={ip}',
      shown: isByUrl,
    },
    {
      member: 'id',
      kind: 'text',
      max: 200,
      mono: true,
      word: ({ provider }) => (provider === 'dnspod' ? 'id_dnspod' : 'id'),
      wrong: 'id_wrong',
      shown: (draft) => isByToken(draft) && draft.provider !== 'cloudflare',
    },
    {
      ...sealed('secret'),
      max: 400,
      word: ({ provider }) => (provider === 'aliyun' ? 'secret_aliyun' : 'secret'),
      shown: isByToken,
    },
    { member: 'ipv6', kind: 'switch', shown: isUsed },
    { member: 'address_url', kind: 'text', max: 400, mono: true, wrong: 'address_url_wrong' },
  ],
}

/** The page of the settings where a person does what a finding asks for. */
export function placeOf({ check, state }: ReachFinding): SettingsPage | undefined {
  if (state === 'ok' || state === 'not_used') return undefined
  if (check === 'address') return 'site'
  return check === 'listener' || check === 'certificate' ? 'doors' : undefined
}
