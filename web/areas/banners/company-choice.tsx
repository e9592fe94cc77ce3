import { useT } from '../../i18n/texts.tsx'
import { useMe } from '../../session/me.ts'
import { SearchSelect } from '../../shells/search-select.tsx'
import { useClientSearch } from '../../shells/owners/client-search.ts'

/** Selects the banner's owner: the user's own company or a client. The operator designs only for itself. */
export function CompanyChoice({ value, onChange }: { value: string; onChange: (companyId: string) => void }) {
  const t = useT()
  const me = useMe()
  const clients = useClientSearch(value === me.companyId ? '' : value)
  if (me.side === 'root') return null
  return (
    <SearchSelect
      {...clients}
      label={t('Client')}
      description={t('Leave blank for your own company.')}
      clearable
      onChoose={(next) => onChange(next ?? me.companyId)}
    />
  )
}
