import { settingTab } from '../setting.ts'

export const paymentTab = settingTab('payment', {
  pay: [
    { path: 'pay.state', kind: 'flag' },
    { path: 'pay.url', kind: 'text', max: 512 },
    { path: 'pay.appid', kind: 'text', max: 128 },
    { path: 'pay.appkey', kind: 'text', max: 128 },
    { path: 'pay.ali', kind: 'flag' },
    { path: 'pay.wx', kind: 'flag' },
    { path: 'pay.qq', kind: 'flag' },
  ],
})

export const scriptsTab = settingTab('scripts', {
  scripts: [
    { path: 'scripts.ygg', kind: 'script', max: 65_536 },
    { path: 'scripts.sig', kind: 'script', max: 65_536 },
  ],
})
