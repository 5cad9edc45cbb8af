import type { Application } from '../application/application.ts'
import { writeFacts, writeMoment, type MailLanguage, type MailText } from './mail-text.ts'
import type { OutboxMessage } from './message.ts'

interface Words {
  readonly subject: string
  readonly told: string
  readonly advice: string
  readonly time: string
  readonly backup: string
}

const TEXTS: Record<MailLanguage, Words> = {
  'zh-CN': {
    subject: '数据库损坏',
    told: '数据库有一部分无法读取。涉及该部分的操作会失败，其余功能继续运行。',
    advice: '请登录控制台，在“备份”中恢复最新的有效备份，并检查服务器的磁盘。',
    time: '时间',
    backup: '最新的有效备份',
  },
  en: {
    subject: 'The database is damaged',
    told: 'A part of the database can’t be read. Calls that need this part fail, and everything else goes on.',
    advice:
      'Sign in to the console, restore the newest good backup under Backups, and check the server’s disk.',
    time: 'Time',
    backup: 'Newest good backup',
  },
}

export interface StorageDamage {
  /** Unix seconds. */
  readonly at: number
  /** The newest backup that passed its check, Unix seconds. */
  readonly restorableAt: number | undefined
  /** Minutes that the server's clock is ahead of UTC. */
  readonly utcOffset: number
}

/** The mail to the owner about damaged data. */
export function storageMail(
  language: MailLanguage,
  { at, restorableAt, utcOffset }: StorageDamage,
): MailText {
  const { subject, told, advice, time, backup } = TEXTS[language]
  const facts = writeFacts([
    [time, writeMoment(at, utcOffset)],
    [backup, restorableAt === undefined ? '' : writeMoment(restorableAt, utcOffset)],
  ])
  return { subject, text: `${told}\n\n${facts}\n${advice}\n` }
}

/** The message to the administrator of one of the owner's applications. */
export function storageMessage(
  { id, language, mt5 }: Pick<Application, 'id' | 'language' | 'mt5'>,
  damage: StorageDamage,
): OutboxMessage {
  return {
    key: `storage:${id}:${damage.at}`,
    kind: 'messenger',
    purpose: 'storage',
    appId: id,
    deviceId: null,
    operatorId: null,
    openId: mt5.adminOpenId,
    ...storageMail(language === 'zh' ? 'zh-CN' : 'en', damage),
    createdAt: damage.at,
  }
}
