import type { Language } from '../language.ts'

export const DIALOG_TEXTS = {
  en: {
    quitTitle: (accounts: number) =>
      accounts === 1
        ? '1 trading account is connected. Quit anyway?'
        : `${accounts} trading accounts are connected. Quit anyway?`,
    quitDetail:
      'Without the server, their programs get no answer. If you only close the window, the server keeps running.',
    quit: 'Quit',
    stay: 'Keep running',
    unsavedTitle: 'Leave without saving?',
    unsavedDetail: 'Your changes on this screen are not saved.',
    leave: 'Leave',
    keepEditing: 'Stay',
    brokenTitle: 'The desktop settings couldn’t be read.',
    brokenDetail: (path: string) =>
      `They are reset. The server’s data is not affected. The old file is saved as ${path}`,
    otherDataTitle: 'There is data in a second folder.',
    otherDataDetail: (here: string, other: string, changed: Date) =>
      `This server uses ${here}\n\nOther data, last changed on ${changed.toLocaleDateString('en')}, is in ${other}\n\nIf you use the other data, it is moved here, and the present data is set aside in a folder beside it. Nothing is deleted.`,
    otherDataTake: 'Use the other data',
    otherDataLeave: 'Keep the present data',
    ok: 'OK',
    switchTitle: (name: string) => `Show ${name}?`,
    switchDetail: 'Meanwhile this computer’s server is off: programs that call it get no answer.',
    switchConfirm: 'Turn off and switch',
    cancel: 'Cancel',
    version: (version: string) => `Version ${version}`,
  },
  zh: {
    quitTitle: (accounts: number) => `有 ${accounts} 个交易账户正在连接，仍要退出吗？`,
    quitDetail: '退出后服务器停止，这些程序将得不到应答。关闭窗口不会停止服务器。',
    quit: '退出',
    stay: '继续运行',
    unsavedTitle: '不保存就离开？',
    unsavedDetail: '此页面的修改尚未保存。',
    leave: '离开',
    keepEditing: '留下',
    brokenTitle: '无法读取桌面端设置。',
    brokenDetail: (path: string) => `设置已恢复为初始值，服务器数据不受影响。原文件已保留为 ${path}`,
    otherDataTitle: '另一个文件夹里也有数据。',
    otherDataDetail: (here: string, other: string, changed: Date) =>
      `服务器正在使用 ${here}\n\n另一份数据在 ${other}，最后修改于 ${changed.toLocaleDateString('zh-CN')}\n\n如果改用另一份数据，它会移到这里，现有数据会保留在旁边的文件夹中。不会删除任何数据。`,
    otherDataTake: '改用另一份数据',
    otherDataLeave: '继续用现有数据',
    ok: '确定',
    switchTitle: (name: string) => `显示“${name}”？`,
    switchDetail: '期间本机服务器会关闭：调用本机的程序将得不到应答。',
    switchConfirm: '关闭本机并显示',
    cancel: '取消',
    version: (version: string) => `版本 ${version}`,
  },
} satisfies Record<Language, object>
export type DialogTexts = (typeof DIALOG_TEXTS)[Language]
