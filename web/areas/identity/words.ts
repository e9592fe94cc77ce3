import { knownInformation } from '#contract/identity/advance-information.ts'
import type { CompanyField, PersonField, SignalField } from '#contract/identity/imports.ts'
import { msg, type Text } from '../../i18n/texts.tsx'

/** What a column of a file of companies may mean. */
export const companyFieldName = (field: CompanyField): Text =>
  field === 'company.range'
    ? msg('Address ranges')
    : (knownInformation.find(({ id }) => `company.${id}` === field)?.name ?? field)

/** What a column of a file may mean. */
export const fieldTexts: Readonly<Record<PersonField | SignalField, Text>> = {
  email: msg('Email'),
  md5: msg('MD5 of the email'),
  sha1: msg('SHA-1 of the email'),
  sha256: msg('SHA-256 of the email'),
  external_id: msg('Own id'),
  first_name: msg('First name'),
  last_name: msg('Last name'),
  phone: msg('Phone'),
  street: msg('Street'),
  city: msg('City'),
  state: msg('State'),
  zip: msg('ZIP code'),
  phrase: msg('Search phrase'),
  topic: msg('Topic'),
  signal_kind: msg('Search or page'),
  signal_at: msg('Time of the search'),
}
