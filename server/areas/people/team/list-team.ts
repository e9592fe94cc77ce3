import type { listTeam } from '#contract/people/team.ts'
import { teamRights } from '#contract/people/team-rights.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { selectColleagues, type ColleagueRow } from './colleagues.ts'

export const handleListTeam: Handler<typeof listTeam> = async (_input, call) => {
  const { userId, companyId } = call.caller
  const { rows } = await call.inScope((tx) =>
    tx.query<ColleagueRow>(`${selectColleagues} order by is_main desc, u.full_name, u.id limit 200`, [companyId]),
  )
  const data = rows.map(({ permissions, invited_until, ...row }) => ({
    ...row,
    is_self: row.id === userId,
    rights: teamRights.filter((right) => permissions['team'] !== true || permissions[`team.${right}`] === true),
    invited_until: invited_until?.toISOString() ?? null,
  }))
  return { result: 'success', message: '', data }
}
