/** A terminal that was closed under the desktop, or a pipe nobody reads, is no reason for an error's window, or to end. */
export function outliveReaders(streams: readonly Pick<NodeJS.WriteStream, 'on'>[]): void {
  for (const stream of streams) stream.on('error', () => undefined)
}
