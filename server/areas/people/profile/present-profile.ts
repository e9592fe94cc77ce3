import type { ProfileData } from '#contract/people/profile-data.ts'
import { contactField, contactRoles, industryNames, type ContactRole, type Industry } from '#contract/people/profile.ts'
import { callingCodeOf } from '#server/platform/calling-code.ts'

interface Place {
  address: string
  city: string
  zip: string
  state_code: string
  country_code: string
}

type Contact = Record<'name' | 'email' | 'phone', string>
type Contacts = Partial<Record<ContactRole, Contact>>

interface CompanyProfile extends Place {
  industry: Industry | ''
  phone_e164: string | null
  phone_country: string | null
  email: string
  contacts: Contacts
}

/** The additional columns of a person's row; null for tables without a row. */
export interface ProfileColumns {
  phone_country: string | null
  picture_key: string | null
  pending_email: string | null
  card_id: string | null
  manual_bill: boolean
  has_answered: boolean
  profile: Place | null
  company_profile: CompanyProfile | null
}

export const profileColumns = `u.phone_country, u.picture_key, to_jsonb(profile.*) as profile,
    to_jsonb(company_profile.*) as company_profile, change.new_email as pending_email,
    card.card_id, coalesce(payer.manual_bill, false) as manual_bill, exists (select from questionnaire where questionnaire.company_id = u.company_id) as has_answered`

/** For a person `u`. */
export const profileJoins = `
  left join user_profile profile on profile.user_id = u.id
  left join company_profile on company_profile.company_id = u.company_id
  left join company payer on payer.id = u.agency_id
  left join payment_card card on card.company_id = u.company_id
  left join email_change change on change.user_id = u.id and change.over_at is null and change.expires_at > $2`

const nowhere: Place = { address: '', city: '', zip: '', state_code: '', country_code: '' }
const nobody: Contact = { name: '', email: '', phone: '' }

export function presentProfile(row: ProfileColumns): ProfileData {
  const company = row.company_profile
  const { address, city, zip, state_code, country_code } = row.profile ?? nowhere
  const at = company ?? nowhere
  const contacts = contactRoles.flatMap((role) => {
    const contact = company?.contacts[role] ?? nobody
    return (['name', 'email', 'phone'] as const).map((part) => [contactField(role, part), contact[part]] as const)
  })
  return {
    questionnaire_setup_completed: row.has_answered,
    phone_country_code: row.phone_country ?? '',
    phone_country_calling_code: callingCodeOf(row.phone_country),
    address,
    city,
    zip,
    state_code,
    country_code,
    picture: row.picture_key,
    customer_card_id: row.card_id,
    manual_bill: row.manual_bill,
    pending_email: row.pending_email,
    industry_id: company?.industry ?? '',
    industry_name: company?.industry ? industryNames[company.industry] : '',
    company_phone: company?.phone_e164 ?? '',
    company_phone_country_code: company?.phone_country ?? '',
    company_email: company?.email ?? '',
    company_address: at.address,
    company_city: at.city,
    company_zip: at.zip,
    company_state_code: at.state_code,
    company_country_code: at.country_code,
    ...(Object.fromEntries(contacts) as Pick<ProfileData, `${ContactRole}_${keyof Contact}`>),
  }
}
