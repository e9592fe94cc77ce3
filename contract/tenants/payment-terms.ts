/** How often a campaign is paid for; the key is stored, the label is shown (OQ-19, R221). */
export const paymentTerms = [
  { value: 'Weekly', label: 'Weekly' },
  { value: 'Monthly', label: 'Monthly' },
  { value: 'OneTime', label: 'One Time' },
  { value: 'Prepaid', label: 'Prepaid' },
] as const
