/** Answers with a good `check` that a kit gets after a good one, and the state of the kit then: grace, or the end. */
export const REFUSALS = [
  [105, '数据过期', 'grace'],
  [108, '未发现时间变量', 'grace'],
  [170, '接口已关闭', 'grace'],
  [171, '接口维护中', 'grace'],
  [429, 'x', 'grace'],
  [500, '数据被其他程序占用,请稍后重试', 'grace'],
  [503, '服务器维护中', 'grace'],
  [201, '请求频率过快', 'grace'],
  [201, 'Too many requests, please wait', 'grace'],
  [201, '卡密已到期', 'refused'],
  [102, '应用已关闭', 'refused'],
] as const
