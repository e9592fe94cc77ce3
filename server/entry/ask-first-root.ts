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
import type { Platform } from '#server/platform/platform.ts'

type Env = Readonly<Record<string, string | undefined>>

const names = Object.keys(firstRootQuestions) as (keyof typeof firstRootQuestions)[]

/**
 * Makes the operator of an empty database, from the environment (`ROOT_COMPANY`, `ROOT_HOST`, `ROOT_EMAIL`, `ROOT_PASSWORD`);
 * what is missing there is asked at a terminal. Throws `FirstRootProblems` where nobody can be asked.
 */
export async function ensureFirstRoot(platform: Platform): Promise<void> {
  if (!(await needsFirstRoot(platform.ownerPool))) return
  const answers = answersOf(process.env)
  if (process.stdin.isTTY) await askMissing(answers)
  await makeFirstRoot(platform, await readFirstRoot(platform.config, answers))
}

/** What is wrong with the first operator that the environment names; a weak password is told before anything is started. */
export const firstRootProblems = (env: Env): Promise<string[]> =>
  wrongAnswers({ BREACHED_PASSWORDS: env['BREACHED_PASSWORDS'] || undefined }, answersOf(env)).catch((error: Error) => [
    `BREACHED_PASSWORDS: ${error.message}`,
  ])

async function askMissing(answers: FirstRootAnswers): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  for (const name of names) {
    if (answers[name] === undefined) answers[name] = await terminal.question(`${firstRootQuestions[name]}: `)
  }
  terminal.close()
}
