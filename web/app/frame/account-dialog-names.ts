const accountDialogNames = ['password', 'twoFactor', 'sessions', 'wallet', 'developer'] as const
export type AccountDialogName = (typeof accountDialogNames)[number]

export const isAccountDialog = (name: string): name is AccountDialogName =>
  accountDialogNames.includes(name as AccountDialogName)
