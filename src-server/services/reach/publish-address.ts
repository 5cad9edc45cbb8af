import type { DynamicDnsSettings } from '../../contract/records/reach-settings.ts'
import { createDnsProvider } from '../dns-providers/create-dns-provider.ts'
import { DnsRefused, type DnsParts } from '../dns-providers/dns-provider.ts'
import { callUpdateUrl } from './update-url.ts'

/** Lets the name lead to the addresses, by the provider that the owner chose. @throws DnsRefused */
export async function publishAddress(
  { provider, name, id, secret, update_url: url }: DynamicDnsSettings,
  addresses: readonly string[],
  parts: DnsParts,
): Promise<void> {
  if (provider === 'none') return
  if (provider === 'url') {
    await callUpdateUrl(parts.fetch, url, { name, addresses })
    return
  }
  const dns = createDnsProvider({ provider, id, secret }, parts)
  try {
    for (const address of addresses) await dns.setAddress(name, address)
  } catch (error) {
    // A provider may repeat the token in its words.
    if (error instanceof DnsRefused && secret !== '' && error.detail.includes(secret))
      throw new DnsRefused(error.failure)
    throw error
  }
}
