/**
 * Ignores errors of streams whose terminal was closed or whose pipe nobody reads. They must neither show an
 * error window nor end the desktop.
 */
export function ignoreStreamErrors(streams: readonly Pick<NodeJS.WriteStream, 'on'>[]): void {
  for (const stream of streams) stream.on('error', () => undefined)
}
