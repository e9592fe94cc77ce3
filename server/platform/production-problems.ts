import { masterKeyProblem } from './master-key-problem.ts'
import { databaseClearTextProblem, mailClearTextProblem } from './transport-security.ts'

type Env = Readonly<Record<string, string | undefined>>

/**
 * What a production start lacks although it will hold real people's data, or has left over from a trial (decision 32).
 * Empty if the environment is fine. The environment contains only what is set.
 */
export function productionProblems(env: Env): string[] {
  const roles = (env['ROLES'] ?? 'web,collect,work').split(',').map((role) => role.trim())
  const serves = roles.includes('web') || roles.includes('collect')
  const sendsMail = roles.includes('web') || roles.includes('work')
  const problems: string[] = []
  if (env['OUTGOING_ALLOW']) problems.push('OUTGOING_ALLOW: is not allowed in production')
  if (env['DEMO'] === 'on') problems.push('DEMO: cannot be on in production')
  const keyProblem = env['MASTER_KEY']
    ? env['MASTER_KEY']
        .split(',')
        .map(masterKeyProblem)
        .find((problem) => problem !== null)
    : 'is required in production'
  if (keyProblem) problems.push(`MASTER_KEY: ${keyProblem}; generate one with: openssl rand -base64 32`)
  if (env['CAPTCHA'] === 'off') problems.push('CAPTCHA: cannot be off in production')
  for (const name of ['SANDBOX_PAYMENTS_URL', 'SANDBOX_PAYMENTS_FORM_URL', 'SANDBOX_PAYMENTS_KEY'])
    if (env[name]) problems.push(`${name}: is not allowed in production: the sandbox gateway moves no money`)
  if (env['STRIPE_BASE_URL'])
    problems.push('STRIPE_BASE_URL: is not allowed in production: that server would receive the keys')
  if (sendsMail && !env['SMTP_URL'])
    problems.push('SMTP_URL: is required in production: the operator signs in with an emailed code')
  problems.push(...clearTextProblems(env))
  if (serves && !env['TRUSTED_PROXIES'])
    problems.push(
      'TRUSTED_PROXIES: is required in production: the number of proxies in front, 0 for none; a wrong number makes all visitors share one rate limit, or lets them spoof their IP address',
    )
  return problems
}

/** Connections that others on the network could read, unless `CLEAR_TEXT` names them. */
function clearTextProblems(env: Env): string[] {
  const kinds = (env['CLEAR_TEXT'] ?? '').split(',').map((name) => name.trim())
  const looks = [
    { name: 'SMTP_URL', kind: 'mail', problemOf: mailClearTextProblem },
    { name: 'DATABASE_URL', kind: 'database', problemOf: databaseClearTextProblem },
    { name: 'IDENTITY_DATABASE_URL', kind: 'database', problemOf: databaseClearTextProblem },
  ]
  return looks.flatMap(({ name, kind, problemOf }) => {
    const problem = env[name] && !kinds.includes(kind) ? problemOf(env[name]) : null
    return problem === null ? [] : [`${name}: ${problem}`]
  })
}
