import { describe, expect, test } from 'vitest'
import { CODE } from '../contract/error-codes.ts'
import { CODE_MESSAGES } from './code-messages.ts'
import { messageOf, TEXTS, textOf } from './messages.ts'

/** The texts of the original server, with 109 and 174 in the same style. */
const ORIGINAL = `
100 请绑定应用ID
101 应用不存在
102 应用已关闭
103 已关闭登录
104 签名为空
105 数据过期
106 签名有误
107 数据为空
108 未发现时间变量
110 请填写账号
111 请填写密码
112 请填写机器码
113 账号密码不正确
114 账号已被禁用
115 账号已存在
116 账号不合法
117 账号注册频率过快
118 邀请人不存在
119 密码不合法
120 验证码为空
121 管理员未启动邮箱验证码功能
122 账号不存在
123 验证码发送频率过快
124 验证码不正确
125 TOKEN为空
126 TOKEN不合法
127 TOKEN不存在
128 已设置账号不可更改
129 名称为空
130 订单号为空
131 请选择支付方式
132 请选择商品
133 该应用未开启支付功能
134 请先设置异步通知地址
135 不支持该支付方式
136 商品不存在
137 订单入库失败
138 支付错误信息
139 支付未知错误
140 请填写订单信息
141 提交方式有误
142 上传类型不支持
143 积分ID为空
144 积分事件不存在
145 积分事件已关闭
146 签到功能未启用
147 今天已经签到过了
148 卡密为空
149 卡密不存在
150 卡密已使用
151 卡密已被禁用
152 卡密类型不一致
153 订单不存在
154 等待支付
155 未知订单状态
156 请输入openid
157 请输入access_token
158 身份信息错误
159 微信openid有误
160 该微信已绑定其他账号
161 请输入QQ互联ID
162 未知登录错误
163 该应用不允许使用此种登录方式
164 该应用不允许使用当前操作
165 当前账号未绑定邮箱
166 一张被充值的卡密只能充值给一个账号或者一张主卡密
167 不支持积分卡登录
168 订单已存在
169 当前IP不一致
170 接口已关闭
171 接口维护中
172 未添加或购买接口
173 接口已过期
199 您已经是永久会员了
200 成功
201 失败
400 没有相关操作
401 错误的数据
109 请填写QQ
174 QQ已存在`
  .trim()
  .split('\n')
  .map((line) => [Number(line.slice(0, 3)), line.slice(4)] as const)

describe('messageOf', () => {
  test.each(ORIGINAL)('%d %s', (code, text) => {
    expect(messageOf(code, 'zh')).toBe(text)
  })

  test('every code that we send has a text of its own in both languages', () => {
    for (const code of [...Object.values(CODE), 403, 404, 410, 413, 422, 423, 429, 500, 502, 503]) {
      expect(CODE_MESSAGES, String(code)).toHaveProperty(String(code))
    }
    for (const language of ['zh', 'en'] as const) {
      const texts = Object.keys(CODE_MESSAGES).map((code) => messageOf(Number(code), language))
      expect(new Set(texts).size).toBe(texts.length)
    }
  })

  test.each([0, 99, 299, -200, NaN])('an unknown code has the text of 201: %d', (code) => {
    expect(messageOf(code, 'zh')).toBe('失败')
    expect(messageOf(code, 'en')).toBe(messageOf(201, 'en'))
  })
})

describe('textOf', () => {
  // The original's own texts. The comma is ASCII in all of them but one.
  test.each<[keyof typeof TEXTS, string]>([
    ['codeEnded', '卡密已到期'],
    ['loginRetry', '登录失败，请重试'],
    ['unbindDone', '卡密解绑成功'],
    ['unbindFailed', '卡密解绑失败'],
    ['unbindNoRight', '解绑失败,无权限'],
    ['unbindTooSoon', '解绑失败,换绑时间不足'],
    ['unbindTooMany', '解绑失败,可解绑次数不足'],
    ['unbindTimeShort', '解绑失败,卡密时长不足'],
    ['unbindUsesShort', '次数不足'],
    ['unbindUnused', '全新卡密,无需解绑'],
    ['unbindVip', '贵宾卡无需解绑'],
    ['noFiles', '该应用下无外链'],
  ])('%s: %s', (name, text) => {
    expect(textOf(name, 'zh')).toBe(text)
  })
})

test('no text needs an escape, and the English texts are plain ASCII', () => {
  for (const { zh, en } of [...Object.values(CODE_MESSAGES), ...Object.values(TEXTS)]) {
    expect(zh).not.toMatch(/["\\\p{Cc}]|^$/u)
    expect(en).toMatch(/^[ !#-[\]-~]+$/)
  }
})
