import { createInterface } from 'node:readline/promises'
import {
  answersOf,
  firstRootQuestions,
  makeFirstRoot,
  needsFirstRoot,
  readFirstRoot,
  wrongAnswers,
  type FirstRootAnswers,
} from '#server/first-root.ts'
import { setOnly } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/platform.ts'

type Env = Readonly<Record<string, string | undefined>>

const names = Object.keys(firstRootQuestions) as (keyof typeof firstRootQuestions)[]

/**
 * Creates the operator of an empty database from the environment (`ROOT_COMPANY`, `ROOT_HOST`, `ROOT_EMAIL`,
 * `ROOT_PASSWORD`); prompts for missing values on a terminal. Throws `FirstRootProblems` if there is no terminal.
 */
export async function ensureFirstRoot(platform: Platform): Promise<void> {
  if (!(await needsFirstRoot(platform.ownerPool))) return
  const answers = answersOf(process.env)
  if (process.stdin.isTTY) await promptForMissing(answers)
  await makeFirstRoot(platform, await readFirstRoot(platform.config, answers))
}

/** Problems with the environment's first operator; a weak password is reported before anything starts. */
export const firstRootProblems = (env: Env): Promise<string[]> =>
  wrongAnswers({ BREACHED_PASSWORDS: setOnly(env)['BREACHED_PASSWORDS'] }, answersOf(env)).catch((error: Error) => [
    `BREACHED_PASSWORDS: ${error.message}`,
  ])

async function promptForMissing(answers: FirstRootAnswers): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  for (const name of names) {
    if (answers[name] === undefined) answers[name] = await terminal.question(`${firstRootQuestions[name]}: `)
  }
  terminal.close()
}
