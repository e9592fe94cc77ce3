export const reportsPath = '/reports'
