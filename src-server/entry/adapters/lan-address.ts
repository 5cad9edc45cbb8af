import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'
import type { OwnAddress } from '../../contract/reach-ports.ts'

/** Networks between programs of this machine, and tunnels: other people's machines are not in them. */
const VIRTUAL =
  /^(?:docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|flannel|tun|tap|utun|wg|zt|tailscale)|vEthernet|VirtualBox|VMware|WSL/i
const LINK_LOCAL = /^(?:169\.254\.|fe[89ab])/i

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** The addresses of this machine that other machines can call: neither loopback nor link-local. */
export function findAddresses(interfaces: Interfaces = networkInterfaces()): readonly OwnAddress[] {
  return Object.entries(interfaces)
    .flatMap(([name, addresses = []]) => addresses.map((address) => ({ name, ...address })))
    .filter(({ internal, address }) => !internal && !LINK_LOCAL.test(address))
    .map(({ name, address, family }) => ({ name, address, family: family === 'IPv6' ? 6 : 4 }))
}

/** This machine's address in its network: IPv4 before IPv6, a real network before a virtual one. */
export function findLanAddress(interfaces?: Interfaces): string | undefined {
  const cost = ({ name, family }: OwnAddress) => (VIRTUAL.test(name) ? 2 : 0) + (family === 6 ? 1 : 0)
  return findAddresses(interfaces).toSorted((one, other) => cost(one) - cost(other))[0]?.address
}
