import { answers as answersSchema, type Answers, type readQuestionnaire } from '#contract/people/questionnaire.ts'
import { mayUse } from '#contract/guards/access-context.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'

export const handleReadQuestionnaire: Handler<typeof readQuestionnaire> = async ({ params }, call) => {
  const { companyId, rights } = call.caller
  // The caller's own is part of their setup; other companies' answers are shown in the settings.
  if (params.companyId !== companyId && !(rights && mayUse(rights, 'settings.enable'))) throw accessDenied()
  const { rows } = await call.inScope((tx) =>
    tx.query<{ answers: unknown }>('select answers from questionnaire where company_id = $1', [params.companyId]),
  )
  return { result: 'success', data: rows[0] ? { answers: answersSchema.parse(rows[0].answers) } : null }
}

/** Answers for the caller's own company; closed to clients (R024), and empty for sales staff of the operator. */
export async function saveAnswers(tx: Tx, { caller, platform }: SignedInCall, answers: Answers): Promise<void> {
  const isStaff = caller.clientId === null && caller.kind !== 'salesRep' && caller.kind !== 'accountExecutive'
  if (!isStaff) throw accessDenied()
  await tx.query(
    `insert into questionnaire (company_id, root_id, agency_id, answers, answered_by, answered_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (company_id) do update set answers = excluded.answers, answered_by = excluded.answered_by,
       answered_at = excluded.answered_at`,
    [
      caller.companyId,
      caller.rootId,
      caller.agencyId,
      JSON.stringify(answers),
      caller.userId,
      dateOf(platform.clock.now()),
    ],
  )
}
