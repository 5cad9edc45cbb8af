import { describe, expect, it } from 'vitest'
import { bindMessage } from './bind-message.ts'

const device = { id: 7, accountKey: '1@A$&' }

describe('bindMessage', () => {
  it('names the account, and belongs to the application', () => {
    expect(
      bindMessage({ id: 10001, language: 'en' }, 'bound', { openId: 'ou_1', key: 'k', device }, 50),
    ).toEqual({
      key: 'k',
      kind: 'messenger',
      purpose: 'bind_answer',
      appId: 10001,
      deviceId: 7,
      operatorId: null,
      openId: 'ou_1',
      subject: '',
      text: 'Bound. Messages of the trading account 1@A$& come to you here.',
      createdAt: 50,
    })
  })

  it('to the previous recipient is not an answer', () => {
    const message = bindMessage(
      { id: 1, language: 'zh' },
      'rebound',
      { openId: 'ou_2', key: 'k', device },
      50,
    )
    expect(message.purpose).toBe('rebound')
    expect(message.text).toContain('交易账户 1@A$& 已绑定到其他接收人')
  })

  it('names no account when it has none', () => {
    const message = bindMessage({ id: 1, language: 'zh' }, 'help', { openId: 'ou_2', key: 'k' }, 50)
    expect(message.deviceId).toBeNull()
    expect(message.text).not.toContain('{key}')
  })
})
