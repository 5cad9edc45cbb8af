import type { DYNAMIC_DNS_SECRETS, DynamicDnsSettings } from '../../contract/records/reach-settings.ts'

/**
 * The console never gets a secret, so an empty one in a change means the present one. Another provider never gets the
 * secret of the one before.
 */
export function withDynamicDnsSecrets(
  changed: DynamicDnsSettings,
  before: DynamicDnsSettings,
): DynamicDnsSettings {
  const { provider } = changed
  const isSame = provider === before.provider
  const kept = (name: (typeof DYNAMIC_DNS_SECRETS)[number]) => {
    if (isSame) return changed[name] === '' ? before[name] : changed[name]
    return changed[name] === before[name] ? '' : changed[name]
  }
  return {
    ...changed,
    update_url: provider === 'url' ? kept('update_url') : '',
    secret: provider === 'url' || provider === 'none' ? '' : kept('secret'),
  }
}

export function withoutDynamicDnsSecrets(settings: DynamicDnsSettings): DynamicDnsSettings {
  return { ...settings, update_url: '', secret: '' }
}

/** The members that a provider needs and that are missing, with what they are. */
export function missingForProvider(settings: DynamicDnsSettings): Readonly<Record<string, string>> {
  const { provider } = settings
  if (provider === 'none') return {}
  const needed: readonly (readonly [keyof DynamicDnsSettings, string])[] =
    provider === 'url'
      ? [['update_url', 'the address that the provider gives']]
      : [
          ['name', 'the name that follows the address'],
          ['secret', 'the token of the provider'],
          ...(provider === 'cloudflare' ? [] : [['id', 'the number or id of the token'] as const]),
        ]
  const missing = needed.filter(([member]) => settings[member] === '')
  return Object.fromEntries(missing.map(([member, reason]) => [`dynamic_dns.${member}`, reason]))
}
