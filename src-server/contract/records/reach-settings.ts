import { z } from 'zod'
import { DYNAMIC_DNS_PROVIDERS } from '../reach-names.ts'

/** A port of the router that leads to this server. */
export const routerMappingSettings = z.strictObject({
  on: z.boolean(),
  /** 0: the port of the public address, or of the public listener where none is set. */
  external_port: z.int().min(0).max(65_535),
})

const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]{1,62}$/
const isUrl = (text: string) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text)

/** The name that follows this network's address. */
export const dynamicDnsSettings = z.strictObject({
  provider: z.enum(DYNAMIC_DNS_PROVIDERS),
  name: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .refine((text) => text === '' || NAME.test(text), 'a name such as ea.example.com'),
  /** The provider `url`. Write-only: many such addresses hold a password. `{ip}` becomes the address. */
  update_url: z
    .string()
    .trim()
    .max(1000)
    .refine((text) => text === '' || (isUrl(text) && text.includes('{ip}')), 'an address with {ip} in it'),
  /** The number of a DNSPod token, or Aliyun's AccessKey ID. */
  id: z.string().trim().max(200),
  /** The token, or Aliyun's AccessKey Secret. Write-only. */
  secret: z.string().trim().max(400),
  /** Whether the name follows this machine's IPv6 address too. */
  ipv6: z.boolean(),
  /** A service that answers with the caller's address. Empty: no such service is asked. */
  address_url: z
    .string()
    .trim()
    .max(400)
    .refine((text) => text === '' || isUrl(text), 'an address that begins with http:// or https://'),
})
export type DynamicDnsSettings = z.output<typeof dynamicDnsSettings>

/** The write-only members of the dynamic DNS settings. */
export const DYNAMIC_DNS_SECRETS = ['update_url', 'secret'] as const
