/** The form for a new agency, with a test's changes. */
export const agencyForm = (ClientEmail: string, more: object = {}) => ({
  userType: 'userdownline' as const,
  ClientFullName: 'Nova Lane',
  ClientCompanyName: 'Nova Media',
  ClientEmail,
  ...more,
})

/** The form for a new client. */
export const clientForm = (ClientEmail: string, more: object = {}) => ({
  userType: 'client' as const,
  ClientFullName: 'Cleo Park',
  ClientEmail,
  ...more,
})
