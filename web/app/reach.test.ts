import { describe, expect, it } from 'vitest'
import { enrichmentModule, firstModule } from '#contract/campaigns/modules.ts'
import { contextOf, type Change } from '#contract/guards/access-context.test-support.ts'
import type { AccessContext } from '#contract/guards/access-context.ts'
import { mayUse } from '#contract/guards/access-context.ts'
import { opens } from '#contract/guards/judge.ts'
import { sidebarOf } from '#contract/guards/menus.ts'
import { tabsOf } from '#contract/guards/page-tabs.ts'
import { addressOf } from '#contract/guards/protected-pages.ts'
import { userKinds, type UserKind } from '#contract/people/user-kind.ts'
import { sectionGroups } from '../areas/settings/sections.ts'
import type { Me } from '../session/me.ts'
import { tabTexts } from '../shells/page-tabs.tsx'
import { shownItemsOf } from './frame/account-items.ts'
import { modulePages, pages } from './routes.tsx'

/** Pages that a button of another page opens. */
const openedFrom: Readonly<Record<string, string>> = {
  'banner/create': 'banner/list',
  'campaign-setup': 'campaign',
  'user/questionnaire-add': 'user/questionnaire',
  '{module}/campaign-management/new': '{module}/campaign-management',
  // Older URLs of the same pages (D1 §2.2).
  'user/profile-setup-v1': 'user/profile-setup',
  '{module}/campaign-management-v1': '{module}/campaign-management',
}
/** Hidden from menus (D1 §2.2), or opened from the head of every page. */
const pagesWithoutMenu = ['{module}/leads-management', 'help']
/** Calls of the page need campaigns too. */
const lacksCalls = (access: AccessContext, path: string): boolean =>
  path === 'configuration/under-performing' && access.kind === 'administrator' && !mayUse(access, 'leads.enable')

const paths = [...pages.map(({ path }) => path), ...modulePages.map(({ path }) => `{module}/${path}`)]
const lone = paths.filter((path) => !path.includes('$') && !pagesWithoutMenu.includes(path))

function meOf(access: AccessContext): Me {
  const { kind } = access
  const side = kind === 'client' ? 'client' : kind === 'agencyOwner' || kind === 'administrator' ? 'agency' : 'root'
  const may: Me['may'] = (permission) => mayUse(access, permission)
  return { kind, side, access, may, companyId: 'own', viewEndsAt: null } as Partial<Me> as Me
}

/** What menus and settings lead to, with the tabs there. */
function reachedBy(me: Me): Set<string> {
  const { modules, company } = sidebarOf(me.access)
  const ofMenus = [...modules, ...company].map(({ to }) => to)
  const ofAccount = shownItemsOf(me).flatMap((item) => ('to' in item ? [item.to] : []))
  const ofSettings = ofMenus.includes('/configuration/general-setting')
    ? sectionGroups.flatMap(({ pages: places = [] }) => places.filter(({ isFor }) => isFor(me)).map(({ to }) => to))
    : []
  const addresses = [...ofMenus, ...ofAccount, ...ofSettings]
  const ofTabs = addresses.flatMap((to) => tabsOf(me.access, to, firstModule).map((tab) => tab.to))
  return new Set([...addresses, ...ofTabs])
}

function unreached(kind: UserKind, change?: Change): string[] {
  const access = contextOf(kind, change)
  const reachableSet = reachedBy(meOf(access))
  const addressIn = (path: string): string =>
    addressOf(access, path, path === '{module}/enrichment' ? enrichmentModule : firstModule)
  return lone.filter(
    (path) =>
      opens(access, addressIn(path)) &&
      !lacksCalls(access, path) &&
      !reachableSet.has(addressIn(openedFrom[path] ?? path)),
  )
}

describe('every page that a person may open', () => {
  it.each(userKinds)('is reached from a menu, a tab or the settings by %s', (kind) => {
    expect(unreached(kind)).toEqual([])
  })

  it.each(['leads', 'campaign', 'ads', 'settings'] as const)('is reached with a role that opens only %s', (menu) => {
    const permissions = { [`${menu}.enable`]: true }
    for (const kind of ['administrator', 'rootAdmin'] as const) expect(unreached(kind, { permissions })).toEqual([])
  })

  it('is reached by clients who may not manage campaigns, or whose bill is paid outside of the product', () => {
    expect(unreached('client', { mayManageCampaigns: false })).toEqual([])
    expect(unreached('client', { payments: { manualBill: true } })).toEqual([])
  })

  it('would be missed if no menu, tab or button led to it', () => {
    const access = contextOf('agencyOwner')
    expect(lone.length).toBeGreaterThan(40)
    expect(reachedBy(meOf(access)).has('/nowhere')).toBe(false)
    expect(lone.filter((path) => opens(access, addressOf(access, path, enrichmentModule))).length).toBeGreaterThan(30)
  })
})

it('each tab has a name', () => {
  const tabs = userKinds.flatMap((kind) => {
    const access = contextOf(kind)
    return lone.flatMap((path) => tabsOf(access, addressOf(access, path), firstModule))
  })
  expect(tabs.map(({ path }) => path).filter((path) => tabTexts[path] === undefined)).toEqual([])
  expect(Object.keys(tabTexts).filter((path) => !tabs.some((tab) => tab.path === path))).toEqual([])
})
