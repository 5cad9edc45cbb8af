import { z } from 'zod'
import { DECLARED_ACTIONS } from './actions/index.ts'

/** Members whose values are secret, wherever an answer has them. */
const SECRET =
  /^(?:appkey|rc4_key|rsa_private_key|csrf|token|password|secret|\w+_secret|recovery_key|recovery_codes|signed_text|sealed_text|check_text|request)$/

let names: ReadonlySet<string> | undefined

/** Whether the answer of a console action can hold a key, a password or a token. */
export function holdsSecrets(act: string): boolean {
  names ??= new Set(DECLARED_ACTIONS.filter(({ output }) => hasSecret(output)).map(({ name }) => name))
  return names.has(act)
}

function hasSecret(schema: unknown): boolean {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).some(([name, member]) => isSecret(name, member) || hasSecret(member))
  if (schema instanceof z.ZodArray) return hasSecret(schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.some(hasSecret)
  if (schema instanceof z.ZodPipe) return hasSecret(schema.out)
  if (schema instanceof z.ZodRecord) return hasSecret(schema.valueType)
  if (schema instanceof z.ZodTuple) return schema.def.items.some(hasSecret)
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  return isWrapped && hasSecret(schema.unwrap())
}

/** A text, or several. `request` is also the name of a record elsewhere. */
function isSecret(name: string, member: unknown): boolean {
  return SECRET.test(name) && !(member instanceof z.ZodObject)
}
