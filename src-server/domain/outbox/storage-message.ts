import { writeFacts, writeMoment, type MailLanguage, type MailText } from './mail-text.ts'

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
