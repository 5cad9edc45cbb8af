import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../support/until.ts'
import { generateKeyPairSync } from 'node:crypto'
import { Authenticator } from '../support/authenticator.ts'
import { OWNER_PASSWORD, type TestServer } from '../support/test-server.ts'

/** The secrets of a server that the test knows, by what they are. */
export type KnownSecrets = Readonly<Record<string, string>>

export interface Filled {
  readonly app: number
  readonly secrets: KnownSecrets
  readonly phone: Authenticator
  readonly recoveryCodes: readonly string[]
}

/** Gives a server one of every secret that it stores in a form it can read again. */
export async function fillWithSecrets(server: TestServer): Promise<Filled> {
  const { app, appkey, rc4_key } = await server.act('app_create', { name: 'Secretive' })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const secrets = {
    pay: 'PAY-key-0123456789abcdef',
    messenger: 'MESSENGER-secret-0123456789',
    bind: 'BIND-secret-0123456789abcdef',
    mail: 'MAIL-password-0123456789',
    file: 'FILE-password-0123456789',
    dnsToken: 'DNS-token-0123456789',
    channelToken: '7123456789:CHANNEL-token-0123456789',
    channelUrl: 'CHANNEL-url-0123456789',
  }
  await server.act('app_update', {
    app,
    rsa_private_key: pem,
    pay: { appkey: secrets.pay },
    mt5: {
      enabled: true,
      messenger_app_id: 'cli_bot',
      messenger_app_secret: secrets.messenger,
      bind_secret: secrets.bind,
    },
  })
  await server.act('file_create', {
    app,
    kind: 'share',
    url: 'https://www.123pan.com/s/abc-def',
    password: secrets.file,
  })
  await server.act('settings_set', {
    mail: {
      host: 'mail.example.com',
      user: 'desk',
      password: secrets.mail,
      from_address: 'desk@example.com',
    },
    dynamic_dns: { provider: 'cloudflare', name: 'ea.example.com', secret: secrets.dnsToken },
  })
  const channel = { name: 'My phone' } as const
  await server.act('channel_save', {
    ...channel,
    kind: 'telegram',
    fields: { token: secrets.channelToken, chat: '5000' },
  })
  await server.act('channel_save', {
    ...channel,
    kind: 'slack',
    fields: { url: `https://hooks.slack.com/services/T0/B0/${secrets.channelUrl}` },
  })
  const { secret: totp } = await server.act('totp_begin', {})
  const phone = new Authenticator(totp)
  const { recovery_codes: recoveryCodes } = await server.act('totp_confirm', {
    otp: phone.code(server.clock.now()),
  })
  server.clock.pass(30)
  await server.act('app_key_rotate', { app, key: 'appkey', overlap: 3600 })
  await server.act('app_key_rotate', { app, key: 'rc4_key', overlap: 3600 })
  await server.act('app_update', { app, sign_answers: true })
  await server.act('app_answer_key_rotate', { app, overlap: 3600 })
  const record = await server.act('app_get', { app })
  const stored = await server.store.read((unit) => unit.applications.find(app))
  if (stored === undefined) throw new Error('the application just made is missing')
  return {
    app,
    phone,
    recoveryCodes,
    secrets: {
      ...secrets,
      totp,
      previousAppkey: appkey,
      previousRc4Key: rc4_key,
      appkey: record.appkey,
      rc4Key: record.rc4_key,
      answerPrivateKey: stored.answerPrivateKey,
      previousAnswerPrivateKey: stored.previousAnswerPrivateKey,
      rsa: pem.split('\n')[3]!,
    },
  }
}

/** Every file below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

/** Which secrets the bytes of the files contain, each with the file. */
export function secretsIn(files: readonly string[], secrets: KnownSecrets): string[] {
  return files.flatMap((file) => {
    const bytes = readFileSync(file)
    return Object.entries(secrets)
      .filter(([, secret]) => bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'utf16le')))
      .map(([what]) => `${what} in ${file}`)
  })
}

/** Makes a backup. @returns its name */
export async function backUp(server: TestServer): Promise<string> {
  const { job } = await server.act('backup_now', {})
  await ended(server, job)
  return (await server.act('backup_list', {})).rows[0]!.name
}

export async function ended(server: TestServer, job: string): Promise<void> {
  await until(async () => {
    const { rows } = await server.act('job_list', {})
    return rows.find(({ id }) => id === job)?.state === 'done'
  }, 'the end of a job')
}

export const stepUp = (server: TestServer, phone?: Authenticator) =>
  server.act('step_up', {
    password: OWNER_PASSWORD,
    ...(phone && { otp: phone.code(server.clock.now()) }),
  })
