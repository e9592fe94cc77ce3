import type { BrandKit, readBrandKit, saveBrandKit } from '#contract/banners/banners.ts'
import { assertFormUnchanged, formVersionOf, type FormFields } from '#server/areas/activity/form-version.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { bannerOwnerOf, type BannerOwner } from './banner-owner.ts'
import { arePictures } from './write-banner.ts'

/** A company's brand kit; if it has none, the color of the brand it sees. */
export async function readKit(tx: Tx, { agencyId, rootId, companyId }: BannerOwner): Promise<BrandKit> {
  const { rows } = await tx.query<BrandKit>(
    'select colors, font, logo_id from brand_kit where agency_id = $1 and company_id = $2',
    [agencyId, companyId],
  )
  if (rows[0]) return rows[0]
  const brand = await tx.query<{ brand_color: string }>(
    'select brand_color from brand where company_id in ($1, $2) order by company_id = $1 desc limit 1',
    [agencyId, rootId],
  )
  return { colors: [brand.rows[0]?.brand_color ?? '#2f6fed', '#14181f'], font: 'Arial', logo_id: null }
}

export const nameOfCompany = (tx: Tx, { rootId, companyId }: BannerOwner): Promise<string> =>
  readAsRoot(tx, rootId, async () => {
    const { rows } = await tx.query<{ name: string }>('select name from company where id = $1', [companyId])
    return rows[0]?.name ?? ''
  })

export const handleReadKit: Handler<typeof readBrandKit> = (_input, call) =>
  call.inScope(async (tx) => {
    const kit = await readKit(tx, bannerOwnerOf(call.object!))
    return { result: 'success', data: { ...kit, version: formVersionOf(call.platform, kitFields(kit)) } }
  })

const kitFields = ({ colors, font, logo_id }: BrandKit): FormFields => ({ colors, font, logo_id })

/** Throws `conflict` if somebody else has changed the kit since this version; no other save runs until the commit. */
async function assertUnchanged(
  tx: Tx,
  { platform }: SignedInCall,
  owner: BannerOwner,
  version: string | undefined,
): Promise<void> {
  // Two people who save a company's first kit at once have no row to lock.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('brand kit ' || $1, 0))`, [owner.companyId])
  await assertFormUnchanged(tx, platform, version, {
    // The operator's own kit is stored under its id, which is that of its book as well.
    bookId: owner.agencyId,
    targetId: owner.companyId,
    actions: ['campaign.saveBrandKit'],
    fields: kitFields(await readKit(tx, owner)),
  })
}

export const handleSaveKit: Handler<typeof saveBrandKit> = ({ body }, call) =>
  call.inScope(async (tx) => {
    const owner = bannerOwnerOf(call.object!)
    const { agencyId, rootId, clientId, companyId } = owner
    await assertUnchanged(tx, call, owner, body.version)
    if (body.logo_id !== null && !(await arePictures(tx, agencyId, [body.logo_id])))
      throw invalid('logo_id', 'This image no longer exists.')
    await tx.query(
      `insert into brand_kit (agency_id, company_id, root_id, client_id, colors, font, logo_id)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (agency_id, company_id) do update set
         colors = excluded.colors, font = excluded.font, logo_id = excluded.logo_id`,
      [agencyId, companyId, rootId, clientId, body.colors, body.font, body.logo_id],
    )
    return { result: 'success', message: 'Your settings have been saved.' }
  })
