export const agenciesReportPath = '/configuration/agencies-report'
export const underPerformingPath = '/configuration/under-performing'
