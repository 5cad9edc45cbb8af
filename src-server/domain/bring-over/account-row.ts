import { ACCOUNT } from '../../contract/subjects/account.ts'
import { isUserName } from '../account/form.ts'
import { cutTo } from './dump-values.ts'
import { leave, type BroughtAccount, type LeftRow, type Place } from './item.ts'

/** A user account whose name programs can send. One without a QQ number has its name as QQ, because QQ is never empty. */
export function accountRow(
  account: Omit<BroughtAccount, 'kind' | 'place'>,
  place: Place,
): BroughtAccount | LeftRow {
  const { user, qq, name, password, remarks } = account
  if (!isUserName(user)) return leave(place, account.app, 'name')
  return {
    ...account,
    kind: 'account',
    place,
    qq: cutTo(qq === '' ? user : qq, ACCOUNT.fields.qq.max).text,
    name: cutTo(name === '' ? user : name, ACCOUNT.fields.name.max).text,
    remarks: password.form === 'none' ? [...remarks, 'no_password'] : remarks,
  }
}
