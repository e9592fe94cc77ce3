/** What a column says of somebody. */
export const dataClasses = {
  name: 'Name',
  contact: 'Email address or phone number',
  place: 'Postal address or place',
  hash: 'Hash of an email address',
  id: 'Number of a person or of a browser',
  device: 'IP address, browser or device',
  pages: 'Pages, searches and interests',
  traits: 'What is known or inferred of a person',
  text: 'Text or file that may name people',
  secret: 'Password, key or code, hashed or sealed',
  payment: 'Card or bank account, in part, or a tax number',
} as const
export type DataClass = keyof typeof dataClasses

export const purposes = {
  identify: 'Identifying visitors of clients’ web sites',
  leads: 'Leads that clients bought, and their delivery',
  audiences: 'Audiences and enriched lists',
  suppression: 'Keeping to opt-outs and exclusions',
  accounts: 'Accounts of people who work with the product',
  security: 'Signing in, and protection against misuse',
  companies: 'Running agencies’ and clients’ companies and campaigns',
  money: 'Charging, invoicing and paying out',
  proof: 'Proof of what was agreed and done',
  mails: 'Mails and reports',
  developers: 'Developers’ access',
  running: 'Running the service',
} as const
type Purpose = keyof typeof purposes

export const subjects = {
  visitors: 'Visitors of clients’ web sites',
  persons: 'People in the identity data',
  users: 'People with an account',
  contacts: 'Contacts and payers of companies',
} as const
type Subject = keyof typeof subjects

/** A table with personal data. */
export interface TableLine {
  about: Subject
  purpose: Purpose
  /** Columns with personal data by class, separated by spaces. */
  personal: Partial<Record<DataClass, string>>
  /** Columns that say nothing of anybody. */
  plain?: string
  /** The name of a retention in `lines.ts`, or a term in words; without it, the table’s rows live as long as their company. */
  kept?: string
  /** How one person’s data is erased before that; without it, the purge of the company (`purge/erasures.ts`) says so. */
  erased?: string
}
export type TableLines = Readonly<Record<string, TableLine>>
