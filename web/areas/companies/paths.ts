export const clientListPath = '/configuration/client-management'
export const clientPath = (companyId: string): string => `${clientListPath}/${companyId}`

/** The root's view: agencies, and the clients of one. */
export const agencyListPath = '/configuration/agency-list'
export const agencyPath = (companyId: string): string => `${agencyListPath}/${companyId}`
