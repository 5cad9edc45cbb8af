/** What a person types in place of the address of the new machine. */
export const EXAMPLE_HOST = '203.0.113.7'

/**
 * The two commands that bring the bundle to the new machine and install it there. They work as they are in every shell,
 * also in those of Windows.
 * @param path of the bundle on this machine
 * @param host the new machine's name or address; empty while the person has not typed it
 */
export function moveCommands(path: string, host: string): { copy: string; install: string } {
  const target = `root@${host.trim() === '' ? EXAMPLE_HOST : host.trim()}`
  return {
    copy: `scp "${path}" ${target}:pulsekey-move.tar.gz`,
    install: `ssh -t ${target} "tar -xzf pulsekey-move.tar.gz && sh pulsekey-move/install.sh"`,
  }
}

/** Letters, digits and the marks of names and addresses: nothing that a shell reads. */
export const isHost = (text: string): boolean => /^[\w.:-]*$/.test(text.trim())

/** The name whose DNS record has to change. undefined where programs call an IP address, or where no address is set. */
export function nameToMove(publicAddress: string): string | undefined {
  const host = URL.parse(publicAddress)?.hostname ?? ''
  return host === '' || host.startsWith('[') || /^[\d.]+$/.test(host) ? undefined : host
}
