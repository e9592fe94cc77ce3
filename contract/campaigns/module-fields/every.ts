import { b2bDetail, b2bFields, loggedB2bFields } from './b2b.ts'
import { enhanceDetail, enhanceFields, loggedEnhanceFields } from './enhance.ts'
import { informationFields, loggedInformationFields } from './information.ts'
import { locatorDetail, locatorFields, loggedLocatorFields } from './locator.ts'
import { siteDetail, siteFields, loggedSiteFields } from './site.ts'

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
export const loggedFieldsOfModules = [
  ...loggedSiteFields,
  ...loggedInformationFields,
  ...loggedLocatorFields,
  ...loggedEnhanceFields,
  ...loggedB2bFields,
] as const
