import { mailChoiceKinds, mayBe, type MailFrequency } from '#contract/mails/kinds.ts'
import type { readMailChoices, saveMailChoice, saveQuietHours } from '#contract/people/mail-choices.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface Row {
  choices: Record<string, MailFrequency>
  from: number | null
  until: number | null
  timezone: string | null
}

/** Under the root's scope and only of the caller, because sales staff see no rows of people. */
export const handleReadMailChoices: Handler<typeof readMailChoices> = async (_input, { platform, caller }) => {
  const { rows } = await inScope(
    platform.appPool,
    { kind: 'root', rootId: caller.rootId },
    (tx) =>
      tx.query<Row>(
        `select mail_choices as choices, quiet_from as "from", quiet_until as until, quiet_zone as timezone
           from app_user where id = $1`,
        [caller.userId],
      ),
    { readOnly: true },
  )
  const { choices = {}, from = null, until = null, timezone = null } = rows[0] ?? {}
  return {
    data: {
      kinds: mailChoiceKinds.map((kind) => {
        const frequency = choices[kind] ?? 'now'
        return { kind, frequency: mayBe(kind, frequency) ? frequency : 'now' }
      }),
      quiet_hours: from === null || until === null || timezone === null ? null : { from, until, timezone },
    },
  }
}

export const handleSaveMailChoice: Handler<typeof saveMailChoice> = async ({ body }, { platform, caller }) => {
  const { kind, frequency } = body
  if (!mayBe(kind, frequency))
    throw frequency === 'off'
      ? invalid('kind', 'These emails are always sent.')
      : invalid('frequency', 'These emails are sent at once.')
  await inScope(platform.appPool, { kind: 'root', rootId: caller.rootId }, (tx) =>
    tx.query(
      `update app_user set mail_choices = case when $3 = 'now' then mail_choices - $2
              else mail_choices || jsonb_build_object($2::text, $3::text) end where id = $1`,
      [caller.userId, kind, frequency],
    ),
  )
  return { result: 'success', message: 'Your choice has been saved.' }
}

export const handleSaveQuietHours: Handler<typeof saveQuietHours> = async ({ body }, { platform, caller }) => {
  const hours = body.quiet_hours
  if (hours && hours.from === hours.until) throw invalid('quiet_hours', 'Choose another hour than the first.')
  await inScope(platform.appPool, { kind: 'root', rootId: caller.rootId }, (tx) =>
    tx.query('update app_user set quiet_from = $2, quiet_until = $3, quiet_zone = $4 where id = $1', [
      caller.userId,
      hours?.from ?? null,
      hours?.until ?? null,
      hours?.timezone ?? null,
    ]),
  )
  return { result: 'success', message: 'Your choice has been saved.' }
}
