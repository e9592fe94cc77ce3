/**
 * First path segments that the product uses itself: a module with one of them would hide a page (OQ-45). Compared in
 * lower case.
 */
const reservedAddresses: readonly string[] = [
  'login',
  'logout',
  'register',
  'agency-register',
  'sso',
  'user',
  'configuration',
  'banner',
  'campaign',
  'campaign-setup',
  'audience',
  'client',
  'developers',
  'help',
  'inbox',
  'reports',
  'shared-report',
  'pay-invoice',
  'integrations',
  'download-auth',
  'reset-password-invalid',
  'set-new-password',
  'stop-mail',
  'privacy-choices',
  'privacy-report',
  'privacy-policy',
  'privacy-requests',
  'term-of-use',
  'service-billing-agreement',
  'marketing-services-agreement-developer',
  'api',
  'assets',
  'collect',
  'domains',
  'healthz',
  'readyz',
  'metrics',
  'sw',
  'offline',
]

const moduleAddress = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

/** Returns why a path cannot be a module's, or null. `others` are the paths of the company's other modules. */
export function addressProblem(address: string, others: readonly string[]): string | null {
  if (!moduleAddress.test(address)) return 'Use 1 to 40 letters, digits and hyphens, without a hyphen at either end.'
  if (reservedAddresses.includes(address) || address.startsWith('confirm-'))
    return 'This address is used by a page. Choose another one.'
  if (others.includes(address)) return 'Two modules cannot have the same address.'
  return null
}
