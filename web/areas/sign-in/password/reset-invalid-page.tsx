import { msg, useT, type Text } from '../../../i18n/texts.tsx'
import { brand } from '../../../session/boot.ts'
import { FORGOT_HASH } from '../login-panel.ts'
import { PlainLink } from '../public-form.tsx'
import { PublicFrame } from '../public-frame.tsx'

const reasons: Readonly<Record<string, Text>> = {
  expired: msg('This link is older than 30 minutes. Ask for a new one.'),
  used: msg('This link has already been used. If that wasn’t you, ask for a new one right away.'),
  replaced: msg('A newer link was sent to you. Use that one, or ask for another.'),
}

/** Says why a password reset link does not work, and what to do. */
export function ResetInvalidPage() {
  const t = useT()
  const reason = new URLSearchParams(location.search).get('reason') ?? 'invalid'
  return (
    <PublicFrame
      brand={brand()}
      title={t('This link does not work')}
      lead={t(reasons[reason] ?? msg('It may be incomplete. Open it from the email again, or ask for a new one.'))}
      extent="public"
    >
      <PlainLink href={`/login${FORGOT_HASH}`} strong>
        {t('Ask for a new link')}
      </PlainLink>
      <PlainLink href="/login">{t('Back to sign in')}</PlainLink>
    </PublicFrame>
  )
}
