import type { saveLanguage } from '#contract/sign-in/language.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Call } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'

export const handleSaveLanguage: Handler<typeof saveLanguage> = async ({ body }, { platform, caller }) => {
  // Under the root's scope and only for the caller's own id, because sales staff see no rows of people.
  await inScope(platform.appPool, { kind: 'root', rootId: caller.rootId }, (tx) =>
    tx.query('update app_user set language = $2 where id = $1', [caller.userId, body.language]),
  )
  return { result: 'success', message: 'Your language has been saved.' }
}

/** People who have not chosen a language yet get that of the browser they sign in with. */
export const saveBrowserLanguage = (
  { platform, language }: Call,
  person: { userId: string; rootId: string },
): Promise<unknown> =>
  inScope(platform.appPool, { kind: 'root', rootId: person.rootId }, (tx) =>
    tx.query('update app_user set language = $2 where id = $1 and language is null', [person.userId, language]),
  )
