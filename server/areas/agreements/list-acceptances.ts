import type { AcceptanceRow, listAcceptances } from '#contract/agreements/acceptances.ts'
import type { Language } from '#contract/core/language.ts'
import { toPage } from '#contract/core/page.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface Row {
  id: string
  title: string
  version: number
  language: Language
  user_name: string
  company_name: string
  accepted_at: Date
  address: string
}

/** A company accepts only a few documents, so they are counted directly. */
export const handleListAcceptances: Handler<typeof listAcceptances> = async ({ params, query }, call) => {
  const { page, perPage } = query
  return call.inScope(async (tx) => {
    const total = await tx.query<{ count: number }>(
      'select count(*)::int as count from acceptance where company_id = $1',
      [params.companyId],
    )
    const { rows } = await tx.query<Row>(listText, [params.companyId, perPage, (page - 1) * perPage])
    return toPage(rows.map(presentRow), page, perPage, total.rows[0]!.count)
  })
}

const listText = `
  select a.id, d.title, d.version, d.language, a.user_name, a.company_name, a.accepted_at, a.address
  from acceptance a join document d on d.id = a.document_id
  where a.company_id = $1 order by a.accepted_at desc, a.id desc limit $2 offset $3`

const presentRow = ({ accepted_at, ...rest }: Row): AcceptanceRow => ({
  ...rest,
  accepted_at: accepted_at.toISOString(),
})
