interface LeadColumn {
  label: string
  /** Clients have no such column. */
  isForAgency?: true
}

/** The columns that the list of leads can show, and its files can hold, by their names in the URL. */
export const leadColumns = {
  name: { label: 'Name' },
  contact: { label: 'Contact' },
  status: { label: 'Status' },
  campaign: { label: 'Campaign' },
  sure: { label: 'Match' },
  price: { label: 'Price' },
  found: { label: 'Captured' },
  email: { label: 'Email' },
  phone: { label: 'Phone' },
  street: { label: 'Street' },
  city: { label: 'City' },
  state: { label: 'State' },
  zip: { label: 'ZIP code' },
  page: { label: 'Page' },
  matched: { label: 'Matched by' },
  client: { label: 'Client', isForAgency: true },
  wholesale: { label: 'Wholesale price', isForAgency: true },
  converted: { label: 'Converted' },
  assignee: { label: 'Assignee' },
  tags: { label: 'Tags' },
  next: { label: 'Next action' },
  value: { label: 'Value' },
} as const satisfies Readonly<Record<string, LeadColumn>>
export type LeadColumnName = keyof typeof leadColumns

/** Those that the list shows until others are chosen. */
export const usualLeadColumns = [
  'name',
  'contact',
  'status',
  'campaign',
  'sure',
  'price',
  'found',
] as const satisfies readonly LeadColumnName[]

/** The columns of a list that a reader can have. */
export const leadColumnsFor = (isForClient: boolean): LeadColumnName[] =>
  Object.entries<LeadColumn>(leadColumns).flatMap(([name, { isForAgency }]) =>
    isForClient && isForAgency ? [] : [name as LeadColumnName],
  )
