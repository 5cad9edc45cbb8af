import type { Failures } from '../../domain/access/lockout.ts'
import type { NewOperator, Operator } from '../../domain/access/operator.ts'

export interface OperatorRepository {
  findByName(name: string): Promise<Operator | undefined>
  find(id: number): Promise<Operator | undefined>
  bannedIds(): Promise<number[]>
  owner(): Promise<Operator | undefined>
  insert(operator: NewOperator): Promise<Operator>
  findFailures(name: string, ip: string): Promise<Failures | undefined>
  saveFailures(name: string, ip: string, failures: Failures): Promise<void>
  clearFailures(name: string, ip: string): Promise<void>
}
