import { useSearchText } from '../../../session/address.ts'
import { useMe } from '../../../session/me.ts'

/** Where the company that consent is requested for is kept while the user is at the service. */
export const consentCompanyKey = 'integrations-company'

/** The company that consent was requested for, if this page load is the OAuth callback. */
const consentCompany = (): string | null =>
  new URLSearchParams(location.search).has('state') ? sessionStorage.getItem(consentCompanyKey) : null

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
