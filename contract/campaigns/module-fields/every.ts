import { b2bDetail, b2bFields, profileFields } from './b2b.ts'
import { enhanceDetail, enhanceFields, enhanceKept } from './enhance.ts'
import { informationFields, informationKept } from './information.ts'
import { locatorDetail, locatorFields, locatorKept } from './locator.ts'
import { siteDetail, siteFields, siteKept } from './site.ts'

// The second part of the contract's list of modules: the additional fields of each, from the files beside this one. Separate
// from `modules.ts`, which every page loads.

/** The fields in requests. */
export const fieldsOfModules = { ...siteFields, ...locatorFields, ...enhanceFields, ...b2bFields, ...informationFields }

/** The fields in a campaign's answer; absent if its module doesn't have them. */
export const detailsOfModules = {
  ...siteDetail.shape,
  ...locatorDetail.shape,
  ...enhanceDetail.shape,
  ...b2bDetail.shape,
}

/** The fields whose values the log keeps permanently, in display order. */
export const keptOfModules = [
  ...siteKept,
  ...informationKept,
  ...locatorKept,
  ...enhanceKept,
  ...profileFields,
] as const
