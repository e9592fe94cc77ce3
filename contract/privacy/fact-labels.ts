/** What each kind of fact about a person is called for the person. */
export const factLabels = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email address',
  phone: 'Phone number',
  street: 'Street',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  external_id: 'Number in the source',
} as const
