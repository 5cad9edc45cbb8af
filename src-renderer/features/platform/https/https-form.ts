import {
  CERTIFICATE_PROBLEMS,
  CHALLENGES,
  DNS_PROVIDERS,
  HTTPS_MODES,
} from '../../../../src-server/contract/https-names.ts'
import type { PlatformSettings, SettingsRecord } from '../../../../src-server/contract/records/settings.ts'
import type { GroupField, GroupForm } from '../settings/settings-group.ts'

type Https = PlatformSettings['https']
type Fields = readonly GroupField<'https'>[]

/** How long browsers remember HTTPS, seconds. */
const HSTS_AGES = ['0', '300', '86400', '2592000', '31536000']
/** Texts of other forms. */
const SHARED: Readonly<Record<string, string>> = {
  taken: 'platform.doors.taken',
  from_wrong: 'mail.from_wrong',
}

const byFiles = ({ mode }: Https) => mode === 'files'
const isAutomatic = ({ mode }: Https) => mode === 'automatic'
const byDns = (draft: Https) => isAutomatic(draft) && draft.challenge === 'dns'
const isOn = ({ mode }: Https) => mode !== 'off'
/** A secret that the server never shows again. */
const secret = (
  member: SettingsRecord['https_set'][number],
  max: number,
  hintOf: (draft: Https) => string[],
) => {
  const kept = (_: Https, record: SettingsRecord) => record.https_set.includes(member)
  return {
    member,
    max,
    kind: 'sealed',
    kept,
    hint: (draft: Https, record: SettingsRecord) => (kept(draft, record) ? ['secret_kept'] : hintOf(draft)),
  } as const
}

const file = {
  kind: 'text',
  max: 1024,
  mono: true,
  shown: byFiles,
  wrong: Object.fromEntries(CERTIFICATE_PROBLEMS.map((kind) => [kind, `problem.${kind}`])),
} as const
const named = (path: string) => ({ file: path, detail: '' })
const FILE_FIELDS: Fields = [
  { ...file, member: 'cert', named: ({ cert }) => named(cert) },
  { ...file, member: 'key', named: ({ key }) => named(key) },
  {
    ...secret('pass_phrase', 512, () => ['pass_phrase_hint']),
    shown: byFiles,
    wrong: file.wrong,
    named: ({ key, cert }) => named(key || cert),
  },
]

const DNS_FIELDS: Fields = [
  {
    member: 'dns_provider',
    kind: 'choice',
    choices: { under: 'provider', values: DNS_PROVIDERS },
    shown: byDns,
  },
  {
    member: 'dns_id',
    kind: 'text',
    max: 200,
    mono: true,
    word: ({ dns_provider: provider }) => `dns_id.${provider}`,
    shown: (draft) => byDns(draft) && draft.dns_provider !== 'cloudflare',
  },
  {
    ...secret('dns_secret', 400, ({ dns_provider: provider }) => [`dns_secret_hint.${provider}`]),
    word: ({ dns_provider: provider }) => `dns_secret.${provider}`,
    shown: byDns,
  },
]

const PORT_FIELDS: Fields = [
  {
    member: 'port',
    kind: 'number',
    min: 1,
    max: 65_535,
    wrong: {
      'taken by another program': 'taken',
      'may not be opened by this user': 'port_denied',
      'the plain port': 'plain_port',
    },
    shown: isOn,
  },
  { member: 'hsts', kind: 'choice', choices: { under: 'hsts_age', values: HSTS_AGES }, shown: isOn },
  { member: 'redirect', kind: 'switch', wide: true, shown: isOn },
]

/** @param isBound whether the authority asks for an external account */
export function httpsForm(isBound: () => boolean): GroupForm<'https'> {
  const shownBound = (draft: Https) => isAutomatic(draft) && isBound()
  return {
    words: (name) => SHARED[name] ?? `https.${name}`,
    pairs: true,
    fields: [
      {
        member: 'mode',
        kind: 'radio',
        word: 'mode.legend',
        choices: { under: 'mode', values: HTTPS_MODES },
        wide: true,
      },
      ...FILE_FIELDS,
      { member: 'directory', kind: 'text', shown: isAutomatic },
      { member: 'contact', kind: 'text', max: 254, wrong: 'from_wrong', shown: isAutomatic },
      {
        member: 'eab_kid',
        kind: 'text',
        max: 200,
        mono: true,
        hint: () => ['eab_hint'],
        shown: shownBound,
      },
      { ...secret('eab_key', 400, () => []), shown: shownBound },
      {
        member: 'names',
        kind: 'list',
        max: 2000,
        mono: true,
        wrong: 'names_wrong',
        wide: true,
        shown: isAutomatic,
      },
      {
        member: 'challenge',
        kind: 'radio',
        word: 'challenge.legend',
        choices: { under: 'challenge', values: CHALLENGES },
        wide: true,
        shown: isAutomatic,
      },
      ...DNS_FIELDS,
      { member: 'terms', kind: 'text', shown: isAutomatic },
      ...PORT_FIELDS,
    ],
  }
}
