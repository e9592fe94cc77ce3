import { fillDocument, hashText, variablesOf } from '#server/areas/agreements/fill-document.ts'
import { findDocument } from '#server/areas/agreements/find-document.ts'
import { readSignature } from '#server/areas/branding/read-signature.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { demoId, hostOf, pathOf, wideUsers } from '../world.ts'

const day_ms = 86_400_000

/** Each owner and client has accepted the agreement of its seller, as it would have at its first sign-in. */
export async function seedAgreements(platform: Platform): Promise<void> {
  const document = await findDocument(platform, 'marketing-services-agreement', 'en')
  if (!document) return
  const root = { kind: 'root', rootId: demoId('Leadloom') } as const
  for (const [at, user] of wideUsers.entries()) {
    if (user.kind !== 'agencyOwner' && user.kind !== 'client') continue
    const host = hostOf(user)
    const signature = await readSignature(platform, host)
    if (!signature) continue
    const variables = await variablesOf(signature, host, document, user.company)
    const { rootId, agencyId, clientId } = pathOf(user.company)
    await inScope(platform.appPool, root, (tx) =>
      tx.query(
        `insert into acceptance (id, root_id, agency_id, client_id, company_id, company_name, user_id, user_name, user_email,
           document_id, kind, document_type, feature_id, location_menu, variables, terms, text_hash, host, session_id, address,
           user_agent, accepted_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'marketing', $11, null, 'dashboard', $12, '{}', $13, $14, $15,
           '127.0.0.1', 'Mozilla/5.0 (X11; Linux x64)', $16) on conflict do nothing`,
        [
          demoId(`agreement ${user.email}`),
          rootId,
          agencyId,
          clientId,
          demoId(user.company),
          user.company,
          demoId(user.email),
          user.name,
          user.email,
          document.id,
          user.kind === 'client' ? 'default_client' : 'default_agency',
          JSON.stringify(variables),
          hashText(fillDocument(document, variables)),
          host,
          demoId(`session ${user.email}`),
          new Date(platform.clock.now() - (80 - at) * day_ms),
        ],
      ),
    )
  }
}
