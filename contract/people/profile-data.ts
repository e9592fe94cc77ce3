import { z } from 'zod'
import type { Plain } from '../core/wire-names.ts'
import { flag } from '../core/wire.ts'

const text = z.string()

/** Self-reported data of people and companies, as included in the user data (D1 §3.1). Empty if not provided. */
export const profileData = {
  /** T once the company has answered its questionnaire. */
  questionnaire_setup_completed: flag,
  phone_country_code: text,
  /** `+1`. */
  phone_country_calling_code: text,
  address: text,
  city: text,
  zip: text,
  state_code: text,
  country_code: text,
  /** The picture's version; null if there is none. The picture itself: readPicture. */
  profile_pict: text.nullable(),
  /** The gateway's name of the company's card; null if there is none (R025). */
  customer_card_id: text.nullable(),
  /** T: campaigns are billed at wholesale price to the agency's card (R195). */
  manual_bill: flag,
  /** The new email address that is waiting for confirmation from both mailboxes. */
  pending_email: text.nullable(),
  industry_id: text,
  industry_name: text,
  company_phone: text,
  company_phone_country_code: text,
  company_email: text,
  company_address: text,
  company_city: text,
  company_zip: text,
  company_state_code: text,
  company_country_code: text,
  franchise_name: text,
  franchise_email: text,
  franchise_phone: text,
  director_name: text,
  director_email: text,
  director_phone: text,
  office_manager_name: text,
  office_manager_email: text,
  office_manager_phone: text,
  team_manager_name: text,
  team_manager_email: text,
  team_manager_phone: text,
} as const

const shape = z.object(profileData)
export type ProfileData = Plain<z.output<typeof shape>>
