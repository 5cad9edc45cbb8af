import type { Configuration } from 'app-builder-lib'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * What the environment says about a package (docs/packaging.md); everything else is in build/electron-builder.yml.
 * Certificates and passwords are read by electron-builder itself and never pass through here.
 *
 * @throws Error naming the variable that is wrong
 */
export function overridesFrom(env: Environment): Configuration {
  const dist = env['PULSEKEY_ELECTRON_DIST']
  const version = env['PULSEKEY_ELECTRON_VERSION']
  return {
    ...(dist && { electronDist: dist }),
    ...(version && { electronVersion: version }),
    // A release is signed or isn't made.
    ...(env['PULSEKEY_RELEASE'] === '1' && { forceCodeSigning: true }),
    ...updatesFrom(env),
  }
}

/** The program looks for updates where its own package.json says (src-main/updates/source.ts), and nowhere without it. */
function updatesFrom(env: Environment): Configuration {
  const feed = env['PULSEKEY_UPDATE_URL']
  const publicKey = env['PULSEKEY_UPDATE_PUBLIC_KEY']
  if (!feed && !publicKey) return {}
  if (!feed || !publicKey) throw new Error('PULSEKEY_UPDATE_URL and PULSEKEY_UPDATE_PUBLIC_KEY go together')
  if (!URL.canParse(feed) || new URL(feed).protocol !== 'https:') {
    throw new Error('PULSEKEY_UPDATE_URL must be an https address')
  }
  if (Buffer.from(publicKey, 'base64').length !== 32) {
    throw new Error('PULSEKEY_UPDATE_PUBLIC_KEY must be 32 bytes in base64: the raw Ed25519 public key')
  }
  return { extraMetadata: { updates: { feed, publicKey } } }
}
