import { folderProblem, listenProblem } from './check-place.ts'
import { databaseProblem } from './database/database-problem.ts'
import { StartProblem } from './start-problem.ts'

/** An error and what caused it, the outermost first. */
function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause
}

/**
 * One sentence for a start that only the operator can mend: what is wrong and what to do. Null for everything else, which is
 * a fault of the program and deserves its stack trace.
 */
export function explainStart(error: unknown): string | null {
  for (const cause of causesOf(error)) {
    if (cause instanceof StartProblem) return cause.message
    const { path } = cause as NodeJS.ErrnoException
    const problem =
      (path === undefined ? null : folderProblem(cause, path)) ?? databaseProblem(cause) ?? listenProblem(cause)
    if (problem !== null) return problem
  }
  return null
}
