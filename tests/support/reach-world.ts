import type { ReachWorld } from '../../src-server/services/reach/reach-parts.ts'

/** A machine without a network: a test names the parts of the world that it needs. */
export function quietWorld(parts: Partial<ReachWorld> = {}): ReachWorld {
  return {
    network: { addresses: () => [], gateway: async () => undefined },
    router: {
      open: async () => ({ failed: 'no_gateway', detail: '' }),
      look: async () => ({ failed: 'no_gateway', detail: '' }),
    },
    firewall: { read: async () => ({ tool: 'none', state: 'off', command: '' }) },
    names: { lookUp: async () => ({ ipv4: [], ipv6: [], failed: 'silent' }) },
    caller: {
      call: async () => ({ failed: 'ENETUNREACH' }),
      certificate: async () => ({ failed: 'ENETUNREACH' }),
    },
    fetch: () => Promise.reject(new Error('this test has no network')),
    ...parts,
  }
}
