import { mailKindNames, mailKinds } from '#contract/mails/kinds.ts'
import type { readMailChoices, saveMailChoice } from '#contract/people/mail-choices.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** Under the root's scope and only of the caller, because sales staff see no rows of people. */
export const handleReadMailChoices: Handler<typeof readMailChoices> = async (_input, { platform, caller }) => {
  const { rows } = await inScope(
    platform.appPool,
    { kind: 'root', rootId: caller.rootId },
    (tx) =>
      tx.query<{ choices: Record<string, string> }>('select mail_choices as choices from app_user where id = $1', [
        caller.userId,
      ]),
    { readOnly: true },
  )
  const choices = rows[0]?.choices ?? {}
  return {
    data: {
      kinds: mailKindNames.map((kind) => ({ kind, wanted: !mailKinds[kind].mayStop || choices[kind] !== 'off' })),
    },
  }
}

export const handleSaveMailChoice: Handler<typeof saveMailChoice> = async ({ body }, { platform, caller }) => {
  const { kind, wanted } = body
  if (!mailKinds[kind].mayStop && !wanted) throw invalid('kind', 'These emails are always sent.')
  await inScope(platform.appPool, { kind: 'root', rootId: caller.rootId }, (tx) =>
    tx.query(
      `update app_user set mail_choices = case when $3 then mail_choices - $2
              else mail_choices || jsonb_build_object($2::text, 'off') end where id = $1`,
      [caller.userId, kind, wanted],
    ),
  )
  return { result: 'success', message: 'Your choice has been saved.' }
}
