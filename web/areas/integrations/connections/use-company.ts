import { consentCompany } from './consent.tsx'
import { useSearchText } from '../../../session/address.ts'
import { useMe } from '../../../session/me.ts'

/** Whose integrations a page is about: the own company's, or for an agency those of the client in the address. */
export function useIntegrationsCompany(): {
  companyId: string
  isOwn: boolean
  search: { client?: string }
  /** The list of them. */
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
