import { describe, expect, test } from 'vitest'
import type { UserKind } from '../people/user-kind.ts'
import { contextOf, type Change } from './access-context.test-support.ts'
import { tabsOf } from './page-tabs.ts'

const pathsOf = (kind: UserKind, pathname: string, change?: Change): string[] =>
  tabsOf(contextOf(kind, change), pathname, 'local').map(({ to }) => to)

describe('the tabs of a page', () => {
  test('are the same on each of them, in the same order', () => {
    const tabs = pathsOf('agencyOwner', '/reports')
    expect(tabs).toEqual(['/reports', '/reports/cohorts', '/reports/invoices', '/reports/schedules', '/reports/links'])
    for (const tab of tabs) expect(pathsOf('agencyOwner', tab)).toEqual(tabs)
  })

  test('stay below the module that the user is in', () => {
    expect(pathsOf('client', '/local-url/returns')).toEqual(['/local-url/leads', '/local-url/returns'])
    expect(pathsOf('client', '/b2b-url/returns')).toEqual([])
  })

  test('are only pages that the user may open, and none where one would be alone', () => {
    expect(pathsOf('client', '/user/profile')).toEqual([
      '/user/profile',
      '/user/profile-setup',
      '/user/team',
      '/user/agreements',
    ])
    expect(pathsOf('accountExecutive', '/configuration/client-management')).toEqual([])
    expect(pathsOf('agencyOwner', '/configuration/general-setting')).toEqual([])
    expect(pathsOf('agencyOwner', '/configuration/client-management/some-client')).toEqual([])
  })

  test('are those of the list that the user has: of agencies for the operator, of clients for an agency', () => {
    const page = '/configuration/disputes'
    expect(pathsOf('rootSystem', page)[0]).toBe('/configuration/agency-list')
    expect(pathsOf('agencyOwner', page)[0]).toBe('/configuration/client-management')
  })

  test('show clients’ invoices beside the clients to a role without reports, and campaigns to none without leads', () => {
    const settings = { permissions: { 'settings.enable': true } }
    const beside = pathsOf('administrator', '/reports/invoices', settings)
    expect(beside[0]).toBe('/configuration/client-management')
    expect(beside).not.toContain('/configuration/under-performing')
    expect(pathsOf('agencyOwner', '/configuration/client-management')).not.toContain('/reports/invoices')
    expect(pathsOf('agencyOwner', '/configuration/client-management')).toContain('/configuration/under-performing')
  })
})
