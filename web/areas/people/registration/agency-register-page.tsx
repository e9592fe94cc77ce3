import { useEffect, useState } from 'react'
import { sendJson } from '../../../api/request.ts'
import { useT } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { Cautioned, PlainLink, SuccessMessage } from '../../sign-in/public-form.tsx'
import { PublicFrame } from '../../sign-in/public-frame.tsx'
import { Registration } from './register-page.tsx'

type Referral = { valid: boolean; company_name: string | null }

const check = async (code: string): Promise<Referral> =>
  (
    await sendJson<{ data: Referral }>({
      method: 'GET',
      path: `/general/referralink/check/${encodeURIComponent(code)}`,
      sealed: false,
    })
  ).data

/** The referring company, once loaded. If the code cannot be checked, registration stays possible (OQ-61). */
function useReferral(code: string | undefined): Referral | undefined {
  const [referral, setReferral] = useState<Referral>()
  useEffect(() => {
    if (code)
      void check(code).then(setReferral, () => {
        setReferral(undefined)
      })
  }, [code])
  return referral
}

/** `/agency-register/{referralCode?}` (S006): registration of agencies, with an optional referral code (R016). */
export function AgencyRegisterPage({ params }: { params: Readonly<Record<string, string>> }) {
  const t = useT()
  const code = params['referralCode']
  const referral = useReferral(code)
  if (!brand().isRoot) return <NotHere />
  return (
    <Registration userType="userdownline" referralCode={code}>
      {referral?.valid && (
        <SuccessMessage>
          {t('You were invited by {name}.', { name: `\u2068${referral.company_name ?? ''}\u2069` })}
        </SuccessMessage>
      )}
      {referral?.valid === false && (
        <Cautioned>{t('This referral code is not known. You can register without it.')}</Cautioned>
      )}
    </Registration>
  )
}

/** An agency's host must not reveal its operator. */
function NotHere() {
  const t = useT()
  return (
    <PublicFrame
      brand={brand()}
      title={t('Register your agency')}
      lead={t('Agencies cannot register here.')}
      extent="public"
    >
      <PlainLink href="/login">{t('Back to sign in')}</PlainLink>
    </PublicFrame>
  )
}
