import { teamRights, type TeamRight } from '#contract/people/team-rights.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied, Failure, invalid, notFound } from '#server/platform/failure.ts'

export interface ColleagueRow {
  id: string
  full_name: string
  email: string
  permissions: Record<string, boolean>
  invited_until: Date | null
  is_main: boolean
}

/** A client's people who are not removed. */
export const selectColleagues = `
  select u.id, u.full_name, u.email, u.permissions, u.invited_until, u.id is not distinct from c.main_user_id as is_main
    from app_user u join company c on c.id = u.company_id
   where u.company_id = $1 and u.kind = 'client' and u.removed_at is null`

/** As they are stored: `team` marks a colleague, without whom a client's person has all rights. */
export const storedRights = (rights: readonly TeamRight[]): Record<string, boolean> => ({
  team: true,
  ...Object.fromEntries(teamRights.filter((right) => rights.includes(right)).map((right) => [`team.${right}`, true])),
})

/** Nobody can give rights that they lack. */
export function assertMayGive({ caller }: SignedInCall, rights: readonly TeamRight[]): void {
  const ownRights = caller.rights?.team ?? teamRights
  if (rights.some((right) => !ownRights.includes(right)))
    throw invalid('rights', 'You can’t give rights that you don’t have.')
}

/** The colleague that a call manages. The main user stays, nobody manages themselves or somebody with more rights. */
export async function findColleague(tx: Tx, call: SignedInCall, id: string): Promise<ColleagueRow> {
  const { rows } = await tx.query<ColleagueRow>(`${selectColleagues} and u.id = $2 for update of u`, [
    call.caller.companyId,
    id,
  ])
  const row = rows[0]
  if (!row) throw notFound()
  if (row.is_main || row.permissions['team'] !== true)
    throw new Failure('conflict', { message: 'Your agency manages this person.' })
  if (row.id === call.caller.userId) throw accessDenied('You can’t change your own permissions.')
  const ownRights = call.caller.rights?.team ?? teamRights
  if (teamRights.some((right) => row.permissions[`team.${right}`] === true && !ownRights.includes(right)))
    throw accessDenied('This person has more permissions than you. Ask the owner.')
  return row
}
