import type { authorizeDownload } from '#contract/agreements/download-auth.ts'
import { checkOwnPassword } from '#server/areas/sign-in/reauthenticate.ts'
import { makeTicket } from '#server/areas/sign-in/download-ticket.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'

/** Checks the password first, so that a wrong one reveals nothing. Anything outside the scope looks absent. */
export const handleAuthorizeDownload: Handler<typeof authorizeDownload> = async ({ body }, call) => {
  await checkOwnPassword(call, body.password, 'password')
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<{ title: string }>(
      'select d.title from acceptance a join document d on d.id = a.document_id where a.id = $1',
      [body.documentId],
    )
    if (!rows[0]) throw notFound()
    const path = `/api/agreements/certificate/${body.documentId}`
    const { ticket, expires_in } = await makeTicket(tx, call, path)
    await recordActivity(tx, call, {
      action: 'agreement.downloadAuthorized',
      target: { kind: 'acceptance', id: body.documentId, name: rows[0].title },
    })
    return {
      result: 'success',
      message: 'Your download is starting.',
      data: { url: `${path}?ticket=${ticket}`, expires_in },
    }
  })
}
