import { defaultSettings } from '../../src-server/domain/application/create.ts'
import { NO_ANSWER_KEYS } from '../../src-server/domain/application/answer-key.ts'
import type { Application } from '../../src-server/domain/application/application.ts'
import { NO_PREVIOUS_KEYS } from '../../src-server/domain/application/keys.ts'
import { newDevice, type Device } from '../../src-server/domain/device/device.ts'
import type { NewOperator } from '../../src-server/domain/access/operator.ts'
import type { Store, WriteUnit } from '../../src-server/store/store.ts'

/** Fits into 64 bits only: the end of a permanent licence. */
export const FOREVER = 4_102_243_200
export const NOW = 1_700_000_000
/** Quotes, backslashes, wildcards, several languages, and what JSON escapes. */
export const HARD_TEXT = `O'Neil "q" \\ 100% a_b 中文 Ünï 🦊 \n\t$1 @x ?`

export const PEOPLE: Pick<NewOperator, 'role' | 'passwordHash' | 'createdAt'> = {
  role: 'developer',
  passwordHash: 'x',
  createdAt: NOW,
}

export function write<T>(store: Store, work: (unit: WriteUnit) => Promise<T>): Promise<T> {
  return store.write(work, { durable: true })
}

/** @returns the id */
export async function addOperator(
  unit: WriteUnit,
  name: string,
  role: NewOperator['role'] = 'developer',
): Promise<number> {
  return (await unit.operators.insert({ ...PEOPLE, name, role })).id
}

type NewApplication = Parameters<WriteUnit['applications']['insert']>[0]

export function sampleApplication(
  ownerId: number,
  name: string,
  over: Partial<Application> = {},
): NewApplication {
  return {
    demo: false,
    ...defaultSettings(name),
    ...NO_PREVIOUS_KEYS,
    ...NO_ANSWER_KEYS,
    appkey: `key of ${name}`,
    rc4Key: '',
    ownerId,
    createdAt: NOW,
    ...over,
  }
}

/** @returns the id */
export async function addApplication(
  unit: WriteUnit,
  ownerId: number,
  name: string,
  over: Partial<Application> = {},
): Promise<number> {
  return (await unit.applications.insert(sampleApplication(ownerId, name, over))).id
}

export function sampleDevice(
  appId: number,
  accountKey: string,
  over: Partial<Device> = {},
): Omit<Device, 'id'> {
  return { ...newDevice(appId, accountKey, NOW), vip: NOW + 100, license: '', agentId: null, ...over }
}

/** @throws Error when the application has the account already */
export async function addDevice(
  unit: WriteUnit,
  appId: number,
  accountKey: string,
  over: Partial<Device> = {},
): Promise<Device> {
  const device = await unit.devices.insert(sampleDevice(appId, accountKey, over))
  if (device === undefined) throw new Error(`${accountKey} is there already`)
  return device
}
