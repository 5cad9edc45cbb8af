import type { Configuration } from 'app-builder-lib'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The settings of a package that come from the environment (docs/packaging.md). All others are in
 * build/electron-builder.yml. electron-builder itself reads certificates and passwords, and they never pass
 * through here.
 * @throws Error that names the wrong variable
 */
export function overridesFrom(env: Environment): Configuration {
  const dist = env['PULSEKEY_ELECTRON_DIST']
  const version = env['PULSEKEY_ELECTRON_VERSION']
  return {
    ...(dist && { electronDist: dist }),
    ...(version && { electronVersion: version }),
    // Without a signature, no release is made.
    ...(env['PULSEKEY_RELEASE'] === '1' && { forceCodeSigning: true }),
    ...azureSigningFrom(env),
    ...updatesFrom(env),
  }
}

/**
 * Azure Trusted Signing: certificates in files are no longer sold for Windows. electron-builder itself reads
 * AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET.
 */
function azureSigningFrom(env: Environment): Configuration {
  const text = env['PULSEKEY_AZURE_SIGNING']
  if (!text) return {}
  const given: unknown = JSON.parse(text)
  const textOf = (name: string): string => {
    const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined
    if (typeof value !== 'string') throw new Error(`PULSEKEY_AZURE_SIGNING has no ${name}`)
    return value
  }
  const azureSignOptions = {
    endpoint: textOf('endpoint'),
    codeSigningAccountName: textOf('codeSigningAccountName'),
    certificateProfileName: textOf('certificateProfileName'),
    publisherName: textOf('publisherName'),
  }
  return { win: { azureSignOptions } }
}

/**
 * The program looks for updates at the address in its own package.json (src-main/updates/source.ts), and
 * nowhere without one.
 */
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
