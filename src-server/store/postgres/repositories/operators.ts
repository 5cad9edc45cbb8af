import type { Connection } from '../connection.ts'
import { operators } from '../schema/index.ts'
import type { OperatorRepository } from '../../repositories/operators.ts'
import type { Seal } from '../../sealing/seal.ts'

export function createOperatorRepository({ orm }: Connection, _seal: Seal): OperatorRepository {
  return {
    insert: async (operator: never) => (await orm.insert(operators).values(operator).returning())[0],
  } as unknown as OperatorRepository
}
