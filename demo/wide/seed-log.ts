import type { ActivityAction } from '#contract/activity/actions.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { createClock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { demoId, pathOf, wideCompanies, wideUsers, type DemoUser } from '../world.ts'

const day_ms = 86_400_000

interface Done {
  daysAgo: number
  by: DemoUser
  /** Whose log shows it. */
  company: string
  action: ActivityAction
  target: string
  description?: string
}

/** Seeds what the operator and the agencies' owners did in the last three months, as far as a log tells it. */
export async function seedLog(tx: Tx, platform: Platform, at_ms: number): Promise<void> {
  const entries = wideUsers.filter(({ kind }) => kind === 'agencyOwner').flatMap(ofAgency)
  for (const entry of entries.toSorted((one, other) => other.daysAgo - one.daysAgo)) {
    const then_ms = at_ms - Math.round(entry.daysAgo * day_ms)
    const by = {
      platform: { ...platform, clock: createClock(() => then_ms) },
      address: '127.0.0.1',
      requestId: demoId(`${entry.company} ${entry.action} ${entry.target} ${entry.daysAgo}`),
      caller: null,
      object: null,
    }
    await recordActivity(tx, by, {
      action: entry.action,
      place: pathOf(entry.company),
      target: { kind: 'company', id: demoId(entry.company), name: entry.target },
      actor: { userId: demoId(entry.by.email), kind: entry.by.kind, sessionId: demoId(`session ${entry.by.email}`) },
      ...(entry.description !== undefined && { description: entry.description }),
    })
  }
}

function ofAgency(owner: DemoUser, at: number): Done[] {
  const { company } = owner
  const operator = wideUsers.find(({ kind }) => kind === 'rootSystem')!
  const clients = wideCompanies.filter(({ parent }) => parent === company)
  const shift = at * 0.37
  const entryOf = (daysAgo: number, action: ActivityAction, target: string): Done => ({
    daysAgo: daysAgo - shift,
    by: owner,
    company,
    action,
    target,
  })
  return [
    { ...entryOf(92, 'company.updated', company), by: operator, company: 'Leadloom' },
    entryOf(91, 'branding.colorsChanged', company),
    ...clients.map(({ name }, n) => entryOf(90 - n * 2.4, 'company.updated', name)),
    entryOf(74, 'team.roleAdded', 'Campaign manager'),
    entryOf(74, 'team.roleAdded', 'Support'),
    entryOf(73, 'team.administratorInvited', company),
    ...clients.slice(0, 3).map(({ name }, n) => entryOf(60 - n * 11, 'billing.costSet', name)),
    entryOf(41, 'company.groupAdded', 'Founding clients'),
    entryOf(20, 'lead.exportPrepared', clients[0]!.name),
    { ...entryOf(9.4, 'company.updated', clients[1]!.name), description: 'The phone number was corrected.' },
    { ...entryOf(6.3, 'security.viewBegan', company), by: operator },
    { ...entryOf(6.28, 'security.viewEnded', company), by: operator },
    entryOf(4.1, 'lead.exportDownloaded', clients[0]!.name),
  ]
}
