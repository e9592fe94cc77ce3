/** What the form for a new agency sends, and what a test wants otherwise. */
export const agencyForm = (ClientEmail: string, more: object = {}) => ({
  userType: 'userdownline' as const,
  ClientFullName: 'Nova Lane',
  ClientCompanyName: 'Nova Media',
  ClientEmail,
  ...more,
})

/** The same for a new client. */
export const clientForm = (ClientEmail: string, more: object = {}) => ({
  userType: 'client' as const,
  ClientFullName: 'Cleo Park',
  ClientEmail,
  ...more,
})
