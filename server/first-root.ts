import type { Pool } from 'pg'
import { z } from 'zod'
import { plainHost } from '#contract/core/hosts.ts'
import { email } from '#contract/sign-in/session.ts'
import { addUser } from '#server/areas/people/add-user.ts'
import { hashPassword } from '#server/areas/sign-in/passwords.ts'
import { newPasswordProblem } from '#server/areas/sign-in/password/check-new-password.ts'
import { addBrand } from '#server/areas/branding/add-brand.ts'
import { addCompany } from '#server/areas/tenants/add-company.ts'
import { setOnly, type Config } from './platform/config.ts'
import { inScope } from './platform/database/scope.ts'
import { newId } from './platform/ids.ts'
import type { Platform } from './platform/platform.ts'
import { StartProblem } from './platform/start-problem.ts'

/** The operator of an installation: without one nobody could sign in. */
const firstRoot = z.object({
  ROOT_COMPANY: z.string().trim().min(1).max(255),
  ROOT_HOST: z
    .string()
    .trim()
    .overwrite((text) => plainHost(text) ?? text)
    .regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/, 'must be a host name without scheme and port')
    // Agencies have their hosts below it, so that nothing names the operator to their clients.
    .regex(/[a-z]/, 'must be a host name, not an IP address'),
  ROOT_EMAIL: email,
  /** Held against the rules for passwords, which also know leaked ones. */
  ROOT_PASSWORD: z.string(),
})
export type FirstRoot = z.output<typeof firstRoot>
type PasswordLists = Pick<Config, 'BREACHED_PASSWORDS'>
export type FirstRootAnswers = Partial<Record<keyof FirstRoot, string | undefined>>

/** Answers as the environment names them. */
export function answersOf(env: Readonly<Record<string, string | undefined>>): FirstRootAnswers {
  const settings = setOnly(env)
  return Object.fromEntries(firstRoot.keyof().options.map((name) => [name, settings[name]]))
}

/** What is asked, in this order. */
export const firstRootQuestions: Readonly<Record<keyof FirstRoot, string>> = {
  ROOT_COMPANY: 'Name of the operator’s company',
  ROOT_HOST: 'Host name of the platform (such as app.example.com)',
  ROOT_EMAIL: 'Email address of the first user',
  ROOT_PASSWORD: 'Password of the first user',
}

/** Whether the database has no operator yet. */
export async function needsFirstRoot(ownerPool: Pool): Promise<boolean> {
  const { rowCount } = await ownerPool.query('select 1 from brand limit 1')
  return rowCount === 0
}

export class FirstRootProblems extends StartProblem {}

/** Reads the answers. Throws `FirstRootProblems`, which names every one that is missing or wrong and never shows a password. */
export async function readFirstRoot(config: PasswordLists, answers: FirstRootAnswers): Promise<FirstRoot> {
  const problems = await problemsOf(config, answers)
  if (problems.length === 0) return firstRoot.parse(answers)
  const lines = problems.map(({ name, message }) => `  ${name} (${firstRootQuestions[name]}): ${message}`)
  throw new FirstRootProblems(`The database is empty, and its first operator cannot be created:\n${lines.join('\n')}`)
}

/** What is wrong with the answers that were given; nothing is said of those that are missing. */
export async function wrongAnswers(config: PasswordLists, answers: FirstRootAnswers): Promise<string[]> {
  const problems = await problemsOf(config, answers)
  return problems.filter(({ isMissing }) => !isMissing).map(({ name, message }) => `${name}: ${message}`)
}

interface Problem {
  name: keyof FirstRoot
  message: string
  isMissing: boolean
}

async function problemsOf(config: PasswordLists, answers: FirstRootAnswers): Promise<Problem[]> {
  const parsing = firstRoot.safeParse(answers)
  const issues = parsing.success ? [] : parsing.error.issues
  const problems = issues.map(({ path, message }) => {
    const name = path[0] as keyof FirstRoot
    const isMissing = answers[name] === undefined
    return { name, isMissing, message: isMissing ? 'is missing' : message }
  })
  const password = answers.ROOT_PASSWORD
  if (password === undefined) return problems
  const words = [answers.ROOT_EMAIL, answers.ROOT_COMPANY, answers.ROOT_HOST].filter((word) => word !== undefined)
  const message = await newPasswordProblem(config, { kind: 'rootSystem', words }, password)
  return message === null ? problems : [...problems, { name: 'ROOT_PASSWORD', message, isMissing: false }]
}

const defaultColor = '#4c5fd7'

const firstRootLock = 7_426_005

/** Makes the operator's company, its brand and its first user in one transaction; of several starting processes, one does. */
export async function makeFirstRoot(platform: Platform, root: FirstRoot): Promise<void> {
  const now_ms = platform.clock.now()
  const rootId = newId(now_ms)
  const passwordHash = await hashPassword(root.ROOT_PASSWORD, '')
  const path = { companyId: rootId, rootId, agencyId: null }
  await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [firstRootLock])
    if ((await tx.query('select from brand limit 1')).rowCount) return
    await addCompany(tx, now_ms, { id: rootId, kind: 'root', name: root.ROOT_COMPANY, rootId, agencyId: null })
    await addBrand(tx, now_ms, {
      ...path,
      name: root.ROOT_COMPANY,
      legalName: root.ROOT_COMPANY,
      color: defaultColor,
      mailFrom: `no-reply@${root.ROOT_HOST}`,
      logoSvg: null,
      modules: {},
      hosts: [root.ROOT_HOST],
    })
    await addUser(tx, now_ms, {
      ...path,
      id: newId(now_ms),
      clientId: null,
      kind: 'rootSystem',
      name: root.ROOT_COMPANY,
      email: root.ROOT_EMAIL,
      passwordHash,
    })
  })
}
