export const clientListPath = '/configuration/client-management'
export const clientPath = (companyId: string): string => `${clientListPath}/${companyId}`

/** The root's pages: the list of agencies, and the clients of one agency. */
export const agencyListPath = '/configuration/agency-list'
export const agencyPath = (companyId: string): string => `${agencyListPath}/${companyId}`
