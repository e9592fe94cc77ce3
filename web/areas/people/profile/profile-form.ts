import { readEmailAddress } from '#contract/core/email-address.ts'
import { partOf } from '#contract/core/plain.ts'
import {
  companyStep,
  contactField,
  contactRoles,
  personStep,
  picturePart,
  type ContactRole,
} from '#contract/people/profile.ts'
import type { UserData } from '#contract/people/user.ts'
import { toFlag } from '#contract/core/wire.ts'
import { CallFailure } from '../../../api/failure.ts'
import { msg, translate, type Translate } from '../../../i18n/texts.tsx'
import { phoneProblem, phoneTexts, readPhone, usualCountry } from '../../../ui/phone/read-phone.ts'
import type { PhoneValue } from '../../../ui/phone/use-phone.ts'

/** Values of step 1, by the call's field names (C020). */
export const personOf = (user: UserData) => ({
  name: user.name,
  email: user.email,
  phone: phoneOf(user.phone ?? '', user.phone_country_code),
  address: user.address,
  city: user.city,
  zip: user.zip,
  state_code: user.state_code,
  country_code: user.country_code || usualCountry,
  /** A new picture; false removes the current one, null keeps it. */
  picture: null as File | false | null,
})
export type PersonValues = ReturnType<typeof personOf>

/** Files are compared as such, because any two are the same text. */
const comparable = (value: unknown): unknown => (value instanceof File ? value : JSON.stringify(value))

/** What the form shows after a save: what is stored now, except for what was typed while it was being saved. */
export function valuesAfterSave(input: PersonValues, request: PersonValues, person: PersonValues): PersonValues {
  const names = Object.keys(person) as (keyof PersonValues)[]
  const typedSince = names.filter((name) => comparable(input[name]) !== comparable(request[name]))
  return { ...person, ...Object.fromEntries(typedSince.map((name) => [name, input[name]])) }
}

/** Values of step 2. */
export const companyOf = (user: UserData) => ({
  company_name: user.company_name,
  industry_id: user.industry_id,
  company_phone: phoneOf(user.company_phone, user.company_phone_country_code),
  company_email: user.company_email,
  company_address: user.company_address,
  company_city: user.company_city,
  company_zip: user.company_zip,
  company_state_code: user.company_state_code,
  company_country_code: user.company_country_code || usualCountry,
  ...(Object.fromEntries(
    contactRoles.flatMap((role) =>
      contactParts.map((part) => [contactField(role, part), user[contactField(role, part) as ContactKey]]),
    ),
  ) as Record<ContactKey, string>),
})
export type CompanyValues = ReturnType<typeof companyOf>

const contactParts = ['name', 'email', 'phone'] as const
export type ContactKey = `${ContactRole}_${(typeof contactParts)[number]}`

const phoneOf = (phone: string, country: string): PhoneValue => ({ phone, country: country || usualCountry })

const isEmail = (text: string): boolean => readEmailAddress(text) !== null
const phoneError = (t: Translate, { phone, country }: PhoneValue, isNeeded: boolean): string | null => {
  const problem = phoneProblem(phone, country)
  if (problem) return t(phoneTexts[problem])
  return isNeeded && phone.trim() === '' ? t('Enter your phone number.') : null
}
const zipError = (t: Translate, zip: string, country: string): string | null =>
  country === 'US' && zip !== '' && !/^\d{5}(-\d{4})?$/.test(zip) ? t('Enter a valid ZIP code.') : null

/** `isSetUp`: the wizard requires all that setup needs (R201); the profile page only validates what is filled in. */
export const personRules = (t: Translate, isSetUp: boolean) => ({
  name: (name: string) => (name.trim() ? null : t('Enter your full name.')),
  email: (email: string) => (isEmail(email) ? null : t('Enter your email address.')),
  phone: (phone: PhoneValue) => phoneError(t, phone, isSetUp),
  zip: (zip: string, { country_code }: PersonValues) => zipError(t, zip.trim(), country_code),
})

export const companyRules = (t: Translate, isSetUp: boolean) => {
  const requireText = (text: string) => (value: string) => (isSetUp && value.trim() === '' ? t(text) : null)
  return {
    company_name: (name: string) => (name.trim() ? null : t('Enter the name of your company.')),
    company_phone: (phone: PhoneValue) => phoneError(t, phone, isSetUp),
    company_email: (email: string) => (email === '' || isEmail(email) ? null : t('Enter an email address')),
    company_address: requireText(addressTexts.address),
    company_city: requireText(addressTexts.city),
    company_zip: (zip: string, { company_country_code }: CompanyValues) =>
      requireText(addressTexts.zip)(zip) ?? zipError(t, zip.trim(), company_country_code),
    company_country_code: requireText(addressTexts.country),
  }
}

const addressTexts = {
  address: msg('Enter the address.'),
  city: msg('Enter the city.'),
  zip: msg('Enter the ZIP code.'),
  country: msg('Choose country'),
}

export const isMoved = (email: string, oldEmail: string): boolean =>
  (readEmailAddress(email) ?? email) !== oldEmail.toLowerCase()

/** The request body of a step. Phones are sent as E.164, so that server and browser cannot parse them differently. */
export function formOf(step: '1' | '2', values: PersonValues | CompanyValues): FormData {
  const form = new FormData()
  const schema = step === '1' ? personStep : companyStep
  form.append('step', step)
  for (const [name, value] of Object.entries(values)) {
    if (name === 'picture') continue
    if (typeof value === 'object' && value !== null && 'phone' in value) {
      const { phone, country } = value as PhoneValue
      form.append(partOf(schema, name), phone.trim() === '' ? '' : readPhone(phone, country).e164)
      form.append(`${name}_country_code`, country)
    } else form.append(partOf(schema, name), String(value).trim())
  }
  // The file must be the last part: the server does not read fields that follow it until the file is consumed.
  const picture = 'picture' in values ? values.picture : null
  if (picture === false) form.append('picture_removed', toFlag(true))
  else if (picture) form.append(picturePart, picture)
  return form
}

/** R138: shows a rejected email address as an error at its field. */
export function assertEmailAllowed(answer: { result: string; message: string }): void {
  if (answer.result === 'error_email')
    throw new CallFailure({ status: 422, code: 'invalid', message: translate(answer.message), field: 'email' })
}
