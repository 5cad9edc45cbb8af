import type { Socket } from 'node:net'

/**
 * The system still delivers bytes that it has accepted from a closed connection. A shutdown first would take
 * another turn of the event loop.
 */
export function endAfterAnswer(socket: Socket): void {
  if (socket.writableLength === 0) socket.destroy()
  else socket.destroySoon()
}

/** Ignores an error, because the close event that follows tells everything. */
export function ignore(): void {
  // Nothing to do.
}
