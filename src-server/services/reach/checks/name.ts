import { comesThrough, outsideAddresses, ownIpv6 } from '../own-address.ts'
import { isPublicAddress } from '../outside-calls.ts'
import type { Check } from '../probes.ts'

export const name: Check<'name'> = (probes) => {
  const { address, hostname, names } = probes
  const values = { name: hostname }
  if (!address.isSet) return { fact: 'unset' }
  if (names === undefined) return { fact: 'number', values }
  if (names.failed !== undefined) return { fact: names.failed, values }
  const { ipv4, ipv6 } = names
  const found = [...ipv4, ...ipv6].join(', ')
  const here = outsideAddresses(probes)
  const seen = { ...values, found, here: here.join(', ') }
  if (![...ipv4, ...ipv6].some(isPublicAddress)) return { fact: 'private', values: seen }
  if (comesThrough(probes)) return { fact: 'through', values: seen }
  const isHere4 = ipv4.some((one) => here.includes(one))
  const isHere6 = ipv6.some((one) => ownIpv6(probes).includes(one))
  if (isHere4 || (ipv4.length === 0 && isHere6))
    return ipv6.length === 0 || isHere6
      ? { fact: 'here', values: seen }
      : { fact: 'ipv6_elsewhere', values: { ...seen, found: ipv6.join(', ') } }
  if (here.length === 0) return { fact: 'seen', values: seen }
  return { fact: 'elsewhere', values: seen }
}
