/** Whose settings are shown: the own company's, or for the root one of its agencies'. */
export type SettingsTarget = { companyId: string; isAgency: boolean }
