import { drawTemplate } from '#contract/banners/templates.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { brands, demoId, pathOf } from './world.ts'

const agency = 'Acme Growth'
const name = 'Leads in a week'
const size = '300x250'

/** Seeds one banner, so that the demo's ads design is not empty. */
export async function seedBanners(tx: Tx, now_ms: number): Promise<void> {
  const { rootId, agencyId } = pathOf(agency)
  const { color } = brands.find(({ company }) => company === agency)!
  const look = { name: agency, colors: [color, '#14181f'], font: 'Arial', logoId: null } as const
  const drawing = JSON.stringify(drawTemplate('headline', size, look))
  const id = demoId(`${agency} ${name}`)
  const madeAt = new Date(now_ms)
  await tx.query(
    `insert into banner (agency_id, id, root_id, company_id, name, size, drawing, created_at, updated_at)
     values ($1, $2, $3, $1, $4, $5, $6, $7, $7)`,
    [agencyId, id, rootId, name, size, drawing, madeAt],
  )
  await tx.query(
    `insert into banner_version (agency_id, banner_id, version, root_id, drawing, saved_by, saved_at)
     values ($1, $2, 1, $3, $4, $5, $6)`,
    [agencyId, id, rootId, drawing, demoId('owner@acme.test'), madeAt],
  )
}
