import { expect, test } from 'vitest'
import { manualPayments, type Rights } from '#contract/guards/access-context.ts'
import { permissionFlags, permissionMenus, type Permission } from '#contract/core/access.ts'
import type { Operation } from '#contract/core/operation.ts'
import type { Caller } from '#server/platform/call.ts'
import { grantFor } from '#server/platform/http/check-access.ts'
import { routes } from '#server/routes.ts'

// R143, R150: each flag of a role counts separately. A caller with every flag except the required one is denied, and
// one with only that flag and its menu is allowed: create does not imply update, update does not imply delete.

const permissions = permissionMenus.flatMap((menu) => permissionFlags.map((flag): Permission => `${menu}.${flag}`))

const rights = (kind: Rights['kind'], flags: readonly Permission[]): Rights => ({
  kind,
  permissions: Object.fromEntries(flags.map((flag) => [flag, true])),
  setupComplete: true,
  onboarding: false,
  payments: manualPayments,
  mayManageCampaigns: false,
  apiMode: true,
  unpaid: null,
  team: null,
  viewer: null,
})

const caller = (kind: 'administrator' | 'rootAdmin', flags: readonly Permission[]): Caller => ({
  kind,
  sessionId: '',
  userId: '',
  companyId: '',
  rootId: '',
  agencyId: null,
  clientId: null,
  rights: rights(kind, flags),
  scope: { kind: 'none' },
  actor: null,
})

const requirements = routes.flatMap(({ operation }) =>
  (['administrator', 'rootAdmin'] as const).flatMap((kind) => {
    const permission = operation.access[kind]?.permission
    return permission === undefined ? [] : [{ operation, kind, permission }]
  }),
)

const isAuthorized = (operation: Operation, who: Caller): boolean => {
  try {
    return grantFor(operation, who) !== undefined
  } catch {
    return false
  }
}
const menuOf = (permission: Permission): Permission => `${permission.split('.')[0]}.enable` as Permission

test('each call that requires a flag requires exactly that one and its menu', () => {
  expect(requirements.length).toBeGreaterThan(100)
  const mistakes = requirements.flatMap(({ operation, kind, permission }) => {
    const others = permissions.filter((flag) => flag !== permission)
    const withoutMenu = permissions.filter((flag) => flag !== menuOf(permission))
    const isRight =
      isAuthorized(operation, caller(kind, [permission, menuOf(permission)])) &&
      !isAuthorized(operation, caller(kind, others)) &&
      !isAuthorized(operation, caller(kind, withoutMenu))
    return isRight ? [] : [`${kind}: ${operation.name} asks for ${permission}`]
  })
  expect(mistakes).toEqual([])
})

test('adding, changing, and removing people require three different flags', () => {
  const flagOf = (name: string): string | undefined =>
    requirements.find(({ operation }) => operation.name === name)?.permission
  expect(['createUser', 'updateUser', 'removeUser'].map(flagOf)).toEqual([
    'settings.create',
    'settings.update',
    'settings.delete',
  ])
  const may = (flag: Permission) =>
    requirements
      .filter(
        ({ kind, operation }) =>
          kind === 'administrator' && isAuthorized(operation, caller(kind, [flag, 'settings.enable'])),
      )
      .map(({ operation }) => operation.name)
  expect(may('settings.create')).toContain('createUser')
  for (const name of ['updateUser', 'removeUser']) expect(may('settings.create')).not.toContain(name)
  for (const name of ['createUser', 'removeUser']) expect(may('settings.update')).not.toContain(name)
})

test('an administrator without a flag can access only what is their own or open to everybody', () => {
  const open = routes
    .map(({ operation }) => operation)
    .filter((operation) => !operation.access.anonymous && isAuthorized(operation, caller('administrator', [])))
  // Two concern other data: pictures, which the use case restricts to one's own, and search, which applies each list's
  // own flags. All others are the account, its company's terms and word lists.
  expect(open.map(({ name }) => name).toSorted()).toEqual([
    'acceptFeatureAgreement',
    'autocomplete',
    'cancelEmailChange',
    'changePassword',
    'closeChecklist',
    'completeSetup',
    'endOtherSessions',
    'endSession',
    'keywordToTags',
    'listAdvanceInformation',
    'listB2bInformation',
    'listCities',
    'listEnhanceLocations',
    'listInformationTypes',
    'listSessions',
    'listStates',
    'listTopics',
    'listZipsAround',
    'listZipsWithin',
    'logout',
    'makeDownloadTicket',
    'makeRecoveryCodes',
    'readAccess',
    'readAuthenticatorSetup',
    'readChecklist',
    'readEnhanceMinimum',
    'readFactorSettings',
    'readFeatureAgreement',
    'readMailChoices',
    'readMe',
    'readOnboarding',
    'readPicture',
    'readPush',
    'readQuestionnaire',
    'readSetting',
    'readStanding',
    'reauthenticate',
    'removePush',
    'saveFactorSettings',
    'saveLanguage',
    'saveMailChoice',
    'saveProfile',
    'savePush',
    'saveQuietHours',
    'saveUserLog',
    'searchEverything',
    'sendFactorCode',
  ])
})
