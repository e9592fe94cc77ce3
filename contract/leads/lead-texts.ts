interface LeadText {
  /** Its column of table `lead`. */
  column: string
  /** Its name where it is mapped to a field of a service. */
  label: string
}

/**
 * Texts about a lead's person, any of which may be missing. They have the same names in lists, the live feed, files, the
 * developer API, webhooks and at services, all of which read this table: a row is all that another one needs there,
 * besides its column.
 */
export const leadTexts = {
  email: { column: 'email', label: 'Email' },
  phone: { column: 'phone_e164', label: 'Phone' },
  street: { column: 'street', label: 'Street' },
  city: { column: 'city', label: 'City' },
  state: { column: 'state', label: 'State' },
  zip: { column: 'zip', label: 'ZIP code' },
} as const satisfies Readonly<Record<string, LeadText>>
export type LeadTextName = keyof typeof leadTexts

const names = Object.keys(leadTexts) as LeadTextName[]

/** A value for each of them, by its name and in order. */
export function forLeadTexts<Value>(valueOf: (name: LeadTextName) => Value): Record<LeadTextName, Value> {
  // A loop, because lists of leads do this for every row.
  const values = {} as Record<LeadTextName, Value>
  for (const name of names) values[name] = valueOf(name)
  return values
}
