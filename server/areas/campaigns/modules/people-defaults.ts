import type { PeopleSettings } from '../campaign.ts'

/** National, with an email address, each person only once. */
export const defaultPeople: PeopleSettings = {
  nationalTargeting: true,
  states: [],
  zips: [],
  requireEmail: true,
  requirePhone: false,
  requireAddress: false,
  reidentification: 'never',
  reidentificationAcrossClient: false,
  includeAudiences: [],
  excludeAudiences: [],
}
