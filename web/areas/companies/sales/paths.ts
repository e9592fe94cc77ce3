const salesListPath = '/configuration/sales-account-list'
export const salesPath = (userId: string): string => `${salesListPath}/${userId}`
