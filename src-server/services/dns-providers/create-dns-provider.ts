import { aliyun } from './aliyun.ts'
import { cloudflare } from './cloudflare.ts'
import type { DnsProviderName } from '../../contract/https-names.ts'
import type { DnsAccess, DnsParts, DnsProvider } from './dns-provider.ts'
import { dnspod } from './dnspod.ts'

const PROVIDERS = { cloudflare, dnspod, aliyun } satisfies Record<
  DnsProviderName,
  (access: DnsAccess, parts: DnsParts) => DnsProvider
>

export function createDnsProvider(access: DnsAccess, parts: DnsParts): DnsProvider {
  return PROVIDERS[access.provider](access, parts)
}
