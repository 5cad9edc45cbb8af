import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Sealing } from '../store/sealing.ts'
import type { Store } from '../store/store.ts'
import { writePrivate } from './machine-key.ts'

/** A server without a window has no screen for its recovery key: a file beside the data holds the key until it is stored. */
export const recoverySheetFile = (folder: string): string => join(folder, 'recovery-key.txt')

/** @returns the written file, or undefined where the recovery key is already confirmed */
export async function writeRecoverySheet(
  folder: string,
  store: Pick<Store, 'read'>,
  sealing: Sealing,
): Promise<string | undefined> {
  const row = await store.read((unit) => unit.dataKey.find())
  const key = row && sealing.readSheet(row)
  if (key === undefined) return undefined
  const file = recoverySheetFile(folder)
  writePrivate(file, sheetOf(key))
  return file
}

export function removeRecoverySheet(folder: string): void {
  rmSync(recoverySheetFile(folder), { force: true })
}

function sheetOf(key: string): string {
  return `Pulsekey recovery key / 恢复密钥

    ${key}

Stored keys and passwords of this server are sealed by a key of this machine. On any other machine, a backup or a copy of
the data opens only with this recovery key. Print it or write it down, store it away from this machine, confirm that in
the console (Platform, Health), and delete this file.

本服务器保存的密钥和密码由本机的密钥加密。在其他机器上，备份或数据副本只能用此恢复密钥打开。
请打印或抄写，存放在本机以外的地方，在控制台（平台 → 运行状况）确认，然后删除此文件。
`
}
