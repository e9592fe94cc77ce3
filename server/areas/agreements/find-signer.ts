import type { Language } from '#contract/core/language.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Caller } from '#server/platform/call.ts'
import type { Platform } from '#server/platform/platform.ts'

/** The signer and the company signed for, with their names in this system. */
export interface Signer {
  userName: string
  email: string
  language: Language
  companyName: string
}

interface Row {
  full_name: string
  email: string
  language: Language
  company_name: string
}

/** The caller and their company. A developer credential is no person and cannot sign. */
export const findSigner = (platform: Platform, caller: Pick<Caller, 'rootId' | 'userId'>): Promise<Signer | null> =>
  inScope(
    platform.appPool,
    { kind: 'root', rootId: caller.rootId },
    async (tx) => {
      const { rows } = await tx.query<Row>(
        `select u.full_name, u.email, coalesce(u.language, 'en') as language, c.name as company_name
         from app_user u join company c on c.id = u.company_id where u.id = $1`,
        [caller.userId],
      )
      const row = rows[0]
      return row
        ? { userName: row.full_name, email: row.email, language: row.language, companyName: row.company_name }
        : null
    },
    { readOnly: true },
  )
