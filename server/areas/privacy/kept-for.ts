import { requestRetention_days } from '#contract/privacy/choices.ts'

/** As `retention/lines.ts` has it; a test compares them. */
export const kept_for = {
  identity_data: 'no end is set; an opt-out ends its use',
  searches_and_pages_read: '30 days',
  visits: '90 days',
  links_of_browsers: '180 days after the browser was last seen',
  conclusions: '30 days after the last search',
  lists_of_audiences: 'until they are removed, or one day after their last day',
  enriched_lists: '30 days',
  lists_of_exclusions: 'as long as the company',
  disclosed_records: '24 months after the campaign ended',
  this_request: `${requestRetention_days} days`,
} as const
