import type { Language } from '../language.ts'
import type { AlertTexts } from './risk-alerts.ts'

export const ALERT_TEXTS: Readonly<Record<Language, AlertTexts>> = {
  en: {
    title: 'High risk',
    kind: {
      drawdown: 'Drawdown',
      refused_cluster: 'Refused calls',
      many_addresses: 'Many IP addresses',
      two_terminals: 'Several terminals',
      skewed_clock: 'Wrong clock',
      close_overdue: 'Overdue close',
      keys_exposed: 'Keys exposed',
      data_damaged: 'The database is damaged',
      data_held: 'Another program is using the data',
      server_failed: 'The server stopped after an error',
      backup_failed: 'The last backup failed',
      disk_low: 'The data disk is almost full',
      unsigned: 'Calls need no signature',
      console_plain: 'The public console has no TLS',
      owner_totp: 'The owner signs in with only a password',
    },
    about: (kind, subject) => (subject === '' ? kind : `${kind}: ${subject}`),
    several: (count) => `${count} new high risks. Click to review them.`,
    hiddenTitle: 'Pulsekey keeps running',
    hiddenBody:
      'The window is closed, but the server is still running. Use the tray icon to open the window again or to quit.',
  },
  zh: {
    title: '高风险',
    kind: {
      drawdown: '回撤',
      refused_cluster: '调用被拒',
      many_addresses: '多个 IP',
      two_terminals: '多个终端',
      skewed_clock: '时钟不准',
      close_overdue: '平仓超时',
      keys_exposed: '密钥外发',
      data_damaged: '数据库损坏',
      data_held: '其他程序正在占用数据',
      server_failed: '服务器曾因错误停止',
      backup_failed: '上次备份失败',
      disk_low: '数据磁盘空间不足',
      unsigned: '调用无需签名',
      console_plain: '公网控制台没有 TLS',
      owner_totp: '所有者仅凭密码登录',
    },
    about: (kind, subject) => (subject === '' ? kind : `${kind}：${subject}`),
    several: (count) => `新增 ${count} 项高风险，点击查看。`,
    hiddenTitle: 'Pulsekey 仍在运行',
    hiddenBody: '窗口已关闭，服务器仍在工作。可通过托盘图标重新打开窗口或退出。',
  },
}
