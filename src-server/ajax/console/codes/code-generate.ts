import { codeGenerate } from '../../../contract/actions/codes.ts'
import { implement } from '../implement.ts'

export const codeGenerateAction = implement(codeGenerate, ({ actor, services }, order) =>
  services.codeGeneration.generate(actor, order),
)
