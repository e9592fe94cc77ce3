import { useState, type ReactNode } from 'react'
import { useT } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { PlainLink, SuccessMessage } from '../../sign-in/public-form.tsx'
import { PublicFrame } from '../../sign-in/public-frame.tsx'
import { RegisterForm, type Registrant } from './register-form.tsx'

/** `/register` (S005): registers a client on an agency's host, or an agency on the operator's. */
export function RegisterPage() {
  return <Registration userType={brand().isRoot ? 'userdownline' : 'client'} />
}

/** The form in the host's branding; after submission, the server's message. */
export function Registration({
  userType,
  referralCode,
  children,
}: {
  userType: Registrant
  referralCode?: string | undefined
  /** Shown above the form. */
  children?: ReactNode
}) {
  const t = useT()
  const [message, setMessage] = useState<string>()
  return (
    <PublicFrame
      brand={brand()}
      title={userType === 'client' ? t('Create your account') : t('Register your agency')}
      lead={
        userType === 'client'
          ? t('Tell us about your company and see who visits your site.')
          : t('Run campaigns for your clients under your own brand.')
      }
      extent="public"
    >
      {message ? (
        <>
          <SuccessMessage>{t(message)}</SuccessMessage>
          <PlainLink href="/login">{t('Back to sign in')}</PlainLink>
        </>
      ) : (
        <>
          {children}
          <RegisterForm userType={userType} referralCode={referralCode} onDone={setMessage} />
        </>
      )}
    </PublicFrame>
  )
}
