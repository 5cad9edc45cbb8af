/** The caller's address; an IPv4 one that came in over an IPv6 socket is written as IPv4. Headers are not believed. */
export function clientAddress(socket: { readonly remoteAddress?: string | undefined }): string {
  const address = socket.remoteAddress ?? ''
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
}
