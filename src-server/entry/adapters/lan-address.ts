import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'

/** Networks between programs of this machine, and tunnels: other people's machines are not in them. */
const VIRTUAL =
  /^(?:docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|flannel|tun|tap|utun|wg|zt|tailscale)|vEthernet|VirtualBox|VMware|WSL/i

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** This machine's address in its network: IPv4 before IPv6, a real network before a virtual one. */
export function findLanAddress(interfaces: Interfaces = networkInterfaces()): string | undefined {
  const all = Object.entries(interfaces)
    .flatMap(([name, addresses = []]) => addresses.map((address) => ({ name, ...address })))
    .filter(({ internal, address }) => !internal && !/^(?:169\.254\.|fe[89ab])/i.test(address))
  const cost = ({ name, family }: (typeof all)[number]) =>
    (VIRTUAL.test(name) ? 2 : 0) + (family === 'IPv6' ? 1 : 0)
  return all.sort((one, other) => cost(one) - cost(other))[0]?.address
}
