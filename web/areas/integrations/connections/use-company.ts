import { consentCompany } from './consent.tsx'
import { useSearchText } from '../../../session/address.ts'
import { useMe } from '../../../session/me.ts'

/** Whose integrations a page shows: the user's own company, or for an agency the client named in the URL. */
export function useIntegrationsCompany(): {
  companyId: string
  isOwn: boolean
  search: { client?: string }
  /** The path of that company's list of integrations. */
  path: string
} {
  const me = useMe()
  const client = useSearchText('client') ?? consentCompany()
  const other = me.side === 'agency' && client !== null && client !== me.companyId ? client : null
  return {
    companyId: other ?? me.companyId,
    isOwn: other === null,
    search: other === null ? {} : { client: other },
    path: other === null ? '/integrations' : `/integrations?client=${other}`,
  }
}
