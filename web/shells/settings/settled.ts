/** The company whose settings are shown: the user's own, or for the root one of its agencies. */
export type SettingsTarget = { companyId: string; isAgency: boolean }
