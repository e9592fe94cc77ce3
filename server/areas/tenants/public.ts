export { addCompany, type NewCompany } from './add-company.ts'
export { completeCompanySetup } from './complete-company-setup.ts'
export { renameCompany } from './rename-company.ts'
export { isAssigned, unassign, readAssigned } from './assigned-agencies.ts'
export { listScopeOf, clientsOfGroup, assertKnownClient, type ListScope } from './list-scope.ts'
export { lockPayersShared, lockProductsShared, lockCompanies, lockProducts } from './lock-companies.ts'
export { updateAgencyStaff } from './update-agency-staff.ts'
export { indexCompanyNames } from './index-company-names.ts'
export { updateMainUser } from './update-main-user.ts'
export { saveAccountState } from './save-account-state.ts'
export { saveBillingState, savePaymentStatus } from './save-billing-state.ts'
export { findNames } from './find-names.ts'
export { readAgencyModules } from './read-agency-modules.ts'
export { readAgencyIds } from './read-agency-ids.ts'
export { readNewAgencyDefaults } from './new-agencies.ts'
export { newAgencySettings } from './new-agency-settings.ts'
export { assertKnownTimeZone, readTimeZone, timeZoneSetting } from './time-zone-setting.ts'
export {
  readClientReceivers,
  readLanguage,
  readNoticePeople,
  readNoticeReceivers,
  readOperators,
  readReceivers,
} from './read-addresses.ts'
export { readSupportContact } from './read-support-contact.ts'
export { countGroups } from './count-groups.ts'
export {
  settingsTarget,
  type Setting,
  type SettingBody,
  type SettingChange,
  type SettingsOf,
  type SettingsTarget,
} from './setting.ts'
export { findById, findOfAgency, type ObjectsOf } from './object-finder.ts'
export { tenantObjects } from './objects.ts'
