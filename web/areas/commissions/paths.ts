const commissionsPath = '/configuration/commissions'
export const commissionsOf = (userId: string): string => `${commissionsPath}/${userId}`
