import { knownInformation } from '#contract/identity/advance-information.ts'
import {
  isOfCompanies,
  isOfSignals,
  type CompanyField,
  type ImportMapping,
  type PersonField,
  type SignalField,
} from '#contract/identity/imports.ts'
import { msg, type Text } from '../../i18n/texts.tsx'

/** The name of a field in a company file. */
export const companyFieldName = (field: CompanyField): Text =>
  field === 'company.range'
    ? msg('Address ranges')
    : (knownInformation.find(({ id }) => `company.${id}` === field)?.name ?? field)

/** Names of the fields that a file's columns can be mapped to. */
export const fieldTexts: Readonly<Record<PersonField | SignalField, Text>> = {
  email: msg('Email'),
  md5: msg('MD5 of the email'),
  sha1: msg('SHA-1 of the email'),
  sha256: msg('SHA-256 of the email'),
  external_id: msg('Your ID'),
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

/** What an activation does, by what the file holds. */
export function activationText(mapping: ImportMapping): Text {
  if (isOfCompanies(mapping)) return msg('{added} companies will be added and {changed} changed.')
  return isOfSignals(mapping)
    ? msg('{added} searches will be added. Rows that opted out are skipped.')
    : msg('{added} people will be added and {changed} changed. Rows that opted out are skipped.')
}
