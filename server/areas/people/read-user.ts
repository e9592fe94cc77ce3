import type { readMe, readUser } from '#contract/people/user.ts'
import { readBrand } from '#server/areas/branding/read-brand.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import type { Platform } from '#server/platform/platform.ts'
import { permissionsInForce } from '#server/areas/sign-in/find-person.ts'
import { profileColumns, profileJoins } from './profile/present-profile.ts'
import { presentUser, type UserRow } from './present.ts'

/** The signed-in person. Read under the root's scope and for the session's own id, since sales staff see no company. */
export const handleReadMe: Handler<typeof readMe> = async (_input, { platform, caller }) => {
  const scope = { kind: 'root', rootId: caller.rootId } as const
  const row = await inScope(platform.appPool, scope, (tx) => findUser(tx, platform, caller.userId), { readOnly: true })
  if (!row) throw notFound()
  const viewedBrand = caller.actor && (await readBrand(platform, caller.rootId, caller.agencyId))
  return { result: 'success', data: presentUser(row, { ...caller, viewedBrand }) }
}

export const handleReadUser: Handler<typeof readUser> = async ({ params }, call) => {
  const row = await call.inScope((tx) => findUser(tx, call.platform, params.id))
  if (!row) throw notFound()
  return { result: 'success', data: presentUser(row, { actor: null, rights: null, viewedBrand: null }) }
}

/** Names of companies above come from their public brands: a client's scope cannot see its agency. */
async function findUser(tx: Tx, platform: Platform, userId: string): Promise<UserRow | null> {
  const { rows } = await tx.prepared<UserRow>('find-user', findText, [userId, new Date(machineTime(platform.clock))])
  return rows[0] ?? null
}

const findText = `
  select u.id, u.full_name, u.email, u.phone_e164, u.profile_complete, u.kind, u.company_id, u.root_id, u.agency_id, u.client_id,
    u.role_id, u.permission_active, u.toured_at is not null as toured, ${permissionsInForce}, c.name as company_name, c.time_zone, u.language,
    above.company_id as parent_id, above.name as parent_name, above.logo_svg as parent_logo, ${profileColumns},
    coalesce(agency.modules, '{}') as modules, c.modules as own_modules, c.account_connected, c.charges_enabled,
    c.payouts_enabled, agency.logo_svg as logo, agency.font, agency.box_bgcolor, agency.link_color, agency.template_bgcolor,
    case when agency.is_whitelabeling is false then top.text_color else agency.text_color end as text_color,
    case when agency.is_whitelabeling is false then top.sidebar_bgcolor else agency.sidebar_bgcolor end as sidebar_bgcolor,
    (select address from session where session.user_id = u.id order by created_at desc limit 1) as "lastSignInAddress"
  from app_user u
  join company c on c.id = u.company_id
  left join role r on r.id = u.role_id
  left join brand agency on agency.company_id = coalesce(u.agency_id, u.root_id)
${profileJoins}
  left join brand top on top.company_id = u.root_id
  left join brand above on above.company_id =
    case when u.client_id is not null then u.agency_id when u.agency_id is not null then u.root_id end
  where u.id = $1 and u.removed_at is null`
