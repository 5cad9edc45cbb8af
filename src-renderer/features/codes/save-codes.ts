import { host } from '../../host/host.ts'
import type { CodeQuestion } from './code-filter.ts'
import { codesCsv } from './codes-csv.ts'
import { readAllCodes } from './read-all-codes.ts'

/** Reads all codes that match and hands them to the person as a CSV file. @returns whether it was saved */
export async function saveCodes(
  question: CodeQuestion,
  name: string,
  signal: AbortSignal,
  tell: (done: number, total: number) => void,
): Promise<boolean> {
  const codes = await readAllCodes(question, signal, tell)
  return host.saveFile(`${name}.csv`, codesCsv(codes))
}
