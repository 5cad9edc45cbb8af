import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** This machine's address on the way to a host. No packet is sent: the system looks only into its routes. */
export async function localAddressTo(host: string): Promise<string> {
  const socket = createSocket('udp4')
  try {
    socket.connect(9, host)
    await once(socket, 'connect')
    return socket.address().address
  } finally {
    socket.close()
  }
}
