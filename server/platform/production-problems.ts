import { masterKeyProblem } from './master-key-problem.ts'

type Env = Readonly<Record<string, string | undefined>>

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== ''

/**
 * What a production start lacks although it will hold real people's data, or has left over from a trial (decision 32).
 * Empty if the environment is fine.
 */
export function productionProblems(env: Env): string[] {
  const roles = (env['ROLES'] ?? 'web,collect,work').split(',').map((role) => role.trim())
  const serves = roles.includes('web') || roles.includes('collect')
  const sendsMail = roles.includes('web') || roles.includes('work')
  const problems: string[] = []
  if (env['OUTGOING_ALLOW']) problems.push('OUTGOING_ALLOW: is refused in production')
  if (env['DEMO'] === 'on') problems.push('DEMO: a production start makes no demo world')
  const keyProblem = isSet(env['MASTER_KEY']) ? masterKeyProblem(env['MASTER_KEY']!) : 'is needed in production'
  if (keyProblem) problems.push(`MASTER_KEY: ${keyProblem}; make one with: openssl rand -base64 32`)
  if (env['CAPTCHA'] === 'off') problems.push('CAPTCHA: cannot be off in production')
  for (const name of ['SANDBOX_PAYMENTS_URL', 'SANDBOX_PAYMENTS_FORM_URL', 'SANDBOX_PAYMENTS_KEY'])
    if (isSet(env[name])) problems.push(`${name}: is refused in production, because the sandbox gateway moves no money`)
  if (isSet(env['STRIPE_BASE_URL']))
    problems.push('STRIPE_BASE_URL: is refused in production, because whoever it names would hear the keys')
  if (sendsMail && !isSet(env['SMTP_URL']))
    problems.push('SMTP_URL: is needed in production, because the operator signs in with a code by mail')
  if (serves && !isSet(env['TRUSTED_PROXIES']))
    problems.push(
      'TRUSTED_PROXIES: is needed in production: how many proxies are in front, 0 for none; a wrong number makes all visitors share one limit, or lets them choose their address',
    )
  return problems
}
