import { expect, it } from 'vitest'
import type { BroughtRow } from './item.ts'
import { readKeyauth } from './keyauth.ts'
import { readKeygen } from './keygen.ts'

const brief = (rows: readonly BroughtRow[] | undefined) =>
  rows?.map((row) => {
    if (row.kind === 'code') {
      const { kami, type, seconds, left, markcode, useTime, endTime, disabled, note } = row.code
      return { kami, type, seconds, left, markcode, useTime, endTime, disabled, note, remarks: row.remarks }
    }
    if (row.kind === 'account')
      return { user: row.user, qq: row.qq, vip: row.vip, disabled: row.disabled, remarks: row.remarks }
    return row.kind === 'left' ? { left: row.place.label, reason: row.reason } : row
  })

it('reads KeyAuth’s licences: the answer of fetchallkeys, with the users of fetchallusers beside it', () => {
  const key = (more: object) => ({
    id: 1,
    note: null,
    level: '1',
    genby: 'me',
    gendate: '1700000000',
    usedon: null,
    usedby: null,
    app: 'x',
    banned: null,
    ...more,
  })
  const json = {
    success: true,
    message: 'Successfully Retrieved Licenses',
    keys: [
      key({ key: 'NEW', expires: '2592000', status: 'Not Used' }),
      key({
        key: 'USED',
        expires: '86400',
        status: 'Used',
        usedon: 1_700_000_100,
        usedby: 'alice',
        note: 'vip client',
      }),
      key({ key: 'LIFETIME', expires: '315569260', status: 'Banned', banned: 'fraud' }),
      key({ key: 'EMPTY', expires: '0', status: 'Not Used' }),
      key({ key: 'X'.repeat(65), expires: '86400' }),
    ],
    users: [
      {
        username: 'alice',
        email: 'a@example.com',
        hwid: 'S-1-5-21',
        createdate: 1_700_000_100,
        banned: null,
        subscriptions: [{ subscription: 'default', expiry: '1700086500' }],
      },
      { username: 'bo', email: null, hwid: null, banned: null },
      { username: 'banned_1', hwid: null, banned: 'chargeback' },
    ],
  }
  expect(brief(readKeyauth(json))).toEqual([
    {
      kami: 'NEW',
      type: 'time',
      seconds: 2_592_000,
      left: null,
      markcode: '',
      useTime: null,
      endTime: null,
      disabled: false,
      note: 'level 1',
      remarks: [],
    },
    {
      kami: 'USED',
      type: 'time',
      seconds: 86_400,
      left: null,
      markcode: 'S-1-5-21',
      useTime: 1_700_000_100,
      endTime: 1_700_086_500,
      disabled: false,
      note: 'vip client · level 1 · alice',
      remarks: [],
    },
    {
      kami: 'LIFETIME',
      type: 'permanent',
      seconds: 0,
      left: null,
      markcode: '',
      useTime: null,
      endTime: null,
      disabled: true,
      note: 'level 1',
      remarks: [],
    },
    { left: 'EMPTY', reason: 'invalid' },
    { left: 'X'.repeat(65), reason: 'invalid' },
    {
      user: 'alice',
      qq: 'a@example.com',
      vip: 1_700_086_500,
      disabled: false,
      remarks: ['machines_left', 'no_password'],
    },
    { left: 'bo', reason: 'name' },
    { user: 'banned_1', qq: 'banned_1', vip: 0, disabled: true, remarks: ['no_password'] },
  ])
  // The console's own download is a plain list with days.
  expect(brief(readKeyauth([{ key: 'A', level: '2', expiry: 30 }]))).toMatchObject([
    { kami: 'A', seconds: 2_592_000 },
  ])
})

it('reads Keygen’s licences with their users and machines, page by page', () => {
  const licence = (id: string, attributes: object, relationships: object = {}) => ({
    id,
    type: 'licenses',
    attributes: {
      name: null,
      expiry: null,
      status: 'ACTIVE',
      uses: 0,
      suspended: false,
      maxMachines: 1,
      maxUses: null,
      created: '2023-11-14T22:13:20.000Z',
      metadata: {},
      ...attributes,
    },
    relationships: { policy: { data: { type: 'policies', id: 'p' } }, ...relationships },
  })
  const pages = [
    {
      data: [
        licence('1', { key: 'FOR-EVER', name: 'Gold' }, { owner: { data: { type: 'users', id: 'u' } } }),
        licence('2', { key: 'ENDS', expiry: '2024-11-14T00:00:00.000Z', suspended: true }),
      ],
      included: [{ id: 'u', type: 'users', attributes: { email: 'a@example.com' } }],
    },
    {
      data: [
        licence('3', { key: 'USES', maxUses: 10, uses: 4, expiry: '2024-11-14T00:00:00Z' }),
        licence('4', { key: 'FLOATS', maxMachines: 5 }),
        licence('5', { key: `key/${'a'.repeat(100)}` }),
      ],
    },
    {
      data: [
        {
          id: 'm1',
          type: 'machines',
          attributes: { fingerprint: 'FP-1', created: '2023-11-15T00:00:00Z' },
          relationships: { license: { data: { type: 'licenses', id: '1' } } },
        },
        {
          id: 'm2',
          type: 'machines',
          attributes: { fingerprint: 'FP-2' },
          relationships: { license: { data: { type: 'licenses', id: '4' } } },
        },
        {
          id: 'm3',
          type: 'machines',
          attributes: { fingerprint: 'FP-3' },
          relationships: { license: { data: { type: 'licenses', id: '4' } } },
        },
      ],
    },
  ]
  expect(brief(readKeygen(pages))).toMatchObject([
    {
      kami: 'FOR-EVER',
      type: 'permanent',
      markcode: 'FP-1',
      useTime: 1_700_006_400,
      note: 'Gold · a@example.com',
      remarks: [],
    },
    { kami: 'ENDS', type: 'time', endTime: 1_731_542_400, disabled: true, markcode: '' },
    { kami: 'USES', type: 'count', left: 6, remarks: ['expiry_left'] },
    { kami: 'FLOATS', type: 'permanent', markcode: '', remarks: ['several_machines', 'machines_left'] },
    { reason: 'invalid' },
    { left: 'a@example.com', reason: 'name' },
  ])
})

it.each([null, 1, 'x', [], {}, [1], { keys: [{ name: 'x' }] }, { data: [{ type: 'products' }] }])(
  'takes %j for neither',
  (json) => {
    expect(readKeyauth(json)).toBeUndefined()
    expect(readKeygen(json)).toBeUndefined()
  },
)
