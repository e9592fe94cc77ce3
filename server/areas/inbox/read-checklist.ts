import { modulesWithPixel } from '#contract/campaigns/modules.ts'
import { hasCardSetUp, isSystem } from '#contract/guards/access-context.ts'
import { checklistOf, type ChecklistStep, type readChecklist } from '#contract/inbox/checklist.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

type Done = Partial<Record<ChecklistStep, boolean>>

/** The caller's first steps: each is done once what it leads to is stored. */
export const handleReadChecklist: Handler<typeof readChecklist> = async (_input, call) => {
  const { rights, userId, companyId, rootId, agencyId, clientId } = call.caller
  if (!rights) throw notFound()
  const steps = checklistOf(rights)
  const facts = await call.inScope(async (tx): Promise<Done> => {
    const person = { second_factor: await hasSecondFactor(tx, userId) }
    if (isSystem(rights)) return { ...person, ...(await readOperator(tx, rootId)) }
    if (agencyId === null) return person
    const company = clientId === null ? await readAgency(tx, companyId) : {}
    return { ...person, ...company, ...(await readWork(tx, agencyId, clientId)) }
  })
  const isDone: Done = {
    ...facts,
    card: hasCardSetUp(rights),
    account: rights.payments.accountConnected === 'completed',
  }
  // Whoever has only campaigns without a pixel needs none.
  const shownSteps = steps.filter((step) => step !== 'pixel' || isDone.pixel !== undefined)
  return { data: { steps: shownSteps.map((step) => ({ step, done: isDone[step] ?? false })) } }
}

async function hasSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await tx.query('select from second_factor where user_id = $1', [userId])
  return rows.length > 0
}

async function readOperator(tx: Tx, rootId: string): Promise<Done> {
  const { rows } = await tx.query<Done>(
    `select exists (select from company where root_id = $1 and kind = 'agency' and removed_at is null) as agency,
        exists (select from brand where company_id = $1 and logo_svg is not null) as brand,
        exists (select from mail_server where company_id = $1) as mail_server,
        exists (select from person) as people`,
    [rootId],
  )
  return rows[0]!
}

async function readAgency(tx: Tx, agencyId: string): Promise<Done> {
  const { rows } = await tx.query<Done>(
    `select exists (select from company where agency_id = $1 and kind = 'client' and removed_at is null) as client,
        exists (select from brand where company_id = $1 and logo_svg is not null) as brand,
        exists (select from host where company_id = $1 and not is_subdomain and verified_at is not null
                   and removed_at is null) as domain`,
    [agencyId],
  )
  return rows[0]!
}

/** Leads are asked for by day, because an agency may have millions of others when its newest client has none. */
async function readWork(tx: Tx, agencyId: string, clientId: string | null): Promise<Done> {
  const ofCompany = `agency_id = $1 and ($2::uuid is null or client_id = $2) and removed_at is null`
  const { rows } = await tx.query<Record<'campaign' | 'pixel' | 'lead' | 'delivery' | 'needsPixel', boolean>>(
    `select exists (select from campaign where ${ofCompany}) as campaign,
        exists (select from campaign where ${ofCompany} and module = any ($3)) as "needsPixel",
        exists (select from campaign where ${ofCompany} and module = any ($3) and last_hit_at is not null) as pixel,
        exists (select from lead_day where agency_id = $1 and of_id = coalesce($2::uuid, $1) and leads > 0) as lead,
        exists (select from campaign where ${ofCompany}
                   and exists (select from delivery where delivery.agency_id = $1 and delivery.campaign_id = campaign.id
                                  and delivery.status = 'delivered')) as delivery`,
    [agencyId, clientId, modulesWithPixel],
  )
  const { needsPixel, pixel, ...work } = rows[0]!
  return needsPixel || !work.campaign ? { ...work, pixel } : work
}
