import type { UserData } from '#contract/people/user.ts'
import { useT } from '../../../i18n/texts.tsx'
import { DetailList } from '../../../shells/detail-list.tsx'
import { Bdi } from '../../../ui/bdi.tsx'

/** The data entered so far, for review before setup ends. */
export function SetupSummary({ user, hasCompany }: { user: UserData; hasCompany: boolean }) {
  const t = useT()
  const address = [user.company_address, user.company_city, user.company_state_code, user.company_zip]
  const shown = (text: string | null) => (text ? <Bdi>{text}</Bdi> : null)
  return (
    <div data-wide>
      <DetailList
        loading={false}
        items={[
          { label: t('Full name'), value: shown(user.name) },
          { label: t('Email'), value: shown(user.email) },
          { label: t('Phone number'), value: shown(user.phone && `\u2066${user.phone}\u2069`) },
          ...(hasCompany
            ? [
                { label: t('Company name'), value: shown(user.company_name) },
                { label: t('Company phone'), value: shown(`\u2066${user.company_phone}\u2069`) },
                { label: t('Company address'), value: shown(address.filter(Boolean).join(', ')) },
              ]
            : []),
        ]}
      />
    </div>
  )
}
