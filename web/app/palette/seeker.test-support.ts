import { moduleDefinitions, workingModules } from '#contract/campaigns/modules.ts'
import { mayUse } from '#contract/guards/access-context.ts'
import { contextOf, type Change } from '#contract/guards/access-context.test-support.ts'
import type { UserKind } from '#contract/people/user-kind.ts'
import type { Me } from '../../session/me.ts'
import type { ModulePlace } from '../../session/module.ts'
import type { Seeker } from './page-looks.ts'

const sideOf = (kind: UserKind): Me['side'] =>
  kind === 'client' ? 'client' : kind === 'agencyOwner' || kind === 'administrator' ? 'agency' : 'root'

/** For tests: a signed-in user of a kind with every right, then changed. */
export function seekerOf(kind: UserKind, change: Change = {}): Seeker {
  const access = contextOf(kind, change)
  const me: Me = {
    id: 'one',
    name: 'Kim',
    email: 'kim@example.com',
    picture: null,
    kind,
    side: sideOf(kind),
    companyId: 'company',
    companyName: 'Company',
    parentId: null,
    rootId: 'root',
    timeZone: 'UTC',
    viewEndsAt: access.viewer ? '2026-11-20T12:00:00.000Z' : null,
    tourSeen: true,
    checklistOpen: false,
    onboardingFee: null,
    hasMinimumSpend: false,
    supportUrl: 'https://help.example.com',
    supportContact: null,
    mailServerFails: false,
    asksSubdomain: false,
    access,
    may: (permission) => mayUse(access, permission),
  }
  const isManager = me.side !== 'root' && me.viewEndsAt === null
  return { me, mayCreateCampaigns: isManager, mayEditCampaigns: isManager }
}

export const everyPlace: readonly ModulePlace[] = workingModules.map((module) => ({
  module,
  name: moduleDefinitions[module].name,
  base: `/${module}-url`,
}))
